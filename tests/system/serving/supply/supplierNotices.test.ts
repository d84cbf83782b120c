import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { buildOrigin, buildPayload } from '#tests/support/events/buildRecord.ts';
import type { BuyingTerms, ServedAd, TokenPayload } from '#events/record/records.ts';
import { createTokenSigner } from '#events/token/token.ts';
import { createSchema, supplier, type SupplierRow } from '#model/index.ts';
import { secretPlaceOf } from '#model/field/secretField.ts';
import { createUrlSealer } from '#serving/notices/urlSealer.ts';
import type { ResoldBid } from '#serving/notices/exchangeNotices.ts';
import { supplierUrls } from '#serving/notices/supplierUrls.ts';
import { createSecretSealer } from '#runtime/sealing/secretSealer.ts';
import type { SupplierUrls } from '#serving/vast/signedAd.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, tokenKey, tokenLifetimeMs, type TestServing } from '../testServing.ts';

const keys = {
  encryptionKey: 'skU7Ax_NL5pPAFyKdkfZjZz2-VhIN8bjj1rVFOaJ_5o=',
  integrityKey: 'arO23ykdNqUQ5LEoQ0FVmPkBd7xB5CO89PDZlSjpFxo=',
};
/** 1900 nano-USD per impression under those keys. */
const encrypted = 'YWJjMTIzZGVmNDU2Z2hpN7fhCuPemCAWJRxOgA';
const second: BuyingTerms = { billing: 'burl', isSecondPrice: true, bid: 2_000_000 };

let serving: TestServing;
let exchange: TagServer;
beforeAll(async () => {
  serving = await startTestServing();
  exchange = await startTagServer();
  for (const path of ['/won', '/bill', '/lost']) exchange.on(path, answers(''));
  useSupplier({ id: 3 });
  useSupplier({ id: 4, priceMacro: 'encrypted', ...keys });
  useSupplier({ id: 5, priceMacro: 'encrypted', ...sealedKeys(tokenKey.secret, 5) });
  useSupplier({ id: 6, priceMacro: 'encrypted', ...sealedKeys('f0'.repeat(32), 6) });
});
afterAll(async () => {
  await serving.close();
  await exchange.close();
});
beforeEach(() => {
  serving.events.length = 0;
  exchange.seen.length = 0;
});

/** The keys of a supplier as they are stored. */
function sealedKeys(secret: string, id: number): typeof keys {
  const secrets = createSecretSealer({ secret, otherSecrets: [] });
  const seal = (field: 'encryptionKey' | 'integrityKey') =>
    secrets.seal(keys[field], secretPlaceOf(supplier, field, `supplier${id}`));
  return { encryptionKey: seal('encryptionKey'), integrityKey: seal('integrityKey') };
}

function useSupplier(fields: Partial<SupplierRow> & { id: number }): void {
  const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const values = createSchema(supplier).parse({ name: 'Supplier' });
  const row = {
    ...values,
    uid: `supplier${fields.id}`,
    demandId: 1,
    keyDigest: '',
    ...times,
    ...fields,
  } as SupplierRow;
  applyMessage(serving.snapshot, { type: 'row', entity: 'supplier', id: fields.id, row });
}

const sealer = createUrlSealer({ secret: tokenKey.secret, lifetimeMs: tokenLifetimeMs });

/** Our URLs for a bid, as a supplier gets them, at the test's own address. */
function bid(
  {
    buying = second,
    supplierId = 3,
    ad = {},
    servedAt = Date.now(),
  }: { buying?: BuyingTerms; supplierId?: number; ad?: Partial<ServedAd>; servedAt?: number } = {},
  resold: ResoldBid | null = null,
): SupplierUrls {
  const payload: TokenPayload = buildPayload({
    servedAt: Math.floor(servedAt / 1000) * 1000,
    origin: buildOrigin({ channelId: 0, subpublisherId: 0, supplierId }),
    ad: { ...buildPayload().ad, tagId: 0, campaignId: 5, creativeId: 6, buying, ...ad },
  });
  const token = createTokenSigner(tokenKey).sign(payload);
  return supplierUrls({ adsUrl: serving.url, sealer }, { token, payload }, resold);
}

/** Calls a URL with the macros that the supplier fills. */
function call(url: string, price = '', loss = '', method = 'GET'): Promise<Response> {
  return fetch(url.replace('${AUCTION_PRICE}', price).replace('${AUCTION_LOSS}', loss), { method });
}

const eventSummaries = () =>
  serving.events.map(({ event, verdict, price, errorCode }) => ({ event, verdict, price, errorCode }));

describe('a supplier’s notice', () => {
  test('of a win, a bill and a loss is stored with its data', async () => {
    const urls = bid();
    expect((await call(urls.win, '1.5')).status).toBe(200);
    expect((await call(urls.bill, '1.25', '', 'POST')).status).toBe(204);
    expect((await call(urls.loss, '', '102')).status).toBe(200);
    expect(eventSummaries()).toEqual([
      { event: 'win', verdict: 'valid', price: 1_500_000, errorCode: 0 },
      { event: 'bill', verdict: 'valid', price: 1_250_000, errorCode: 0 },
      { event: 'loss', verdict: 'valid', price: undefined, errorCode: 102 },
    ]);
    expect(serving.events[0]?.payload).toMatchObject({
      origin: { supplierId: 3 },
      ad: { campaignId: 5, creativeId: 6, buying: second },
    });
  });

  test('has an encrypted price if that was agreed, and then no other', async () => {
    const urls = bid({ supplierId: 4 });
    await call(urls.bill, encrypted);
    await call(urls.bill, '1.5');
    await call(urls.bill, encrypted.replace('7fhC', '7fhD'));
    expect(eventSummaries().map(({ price }) => price)).toEqual([1900, undefined, undefined]);
  });

  test('has an encrypted price if the keys are sealed, and none if they cannot be opened', async () => {
    for (const supplierId of [5, 6]) await call(bid({ supplierId }).bill, encrypted);
    expect(eventSummaries().map(({ price }) => price)).toEqual([1900, undefined]);
  });

  test.each(['${AUCTION_PRICE}', '%24%7BAUCTION_PRICE%7D', '', '-1', '0', 'x'])(
    'with the price %j has none',
    async (price) => {
      await call(bid().bill, price);
      expect(eventSummaries()).toEqual([{ event: 'bill', verdict: 'valid', price: undefined, errorCode: 0 }]);
    },
  );

  test('of a first-price or deleted supplier has no price that counts', async () => {
    await call(bid({ buying: { ...second, isSecondPrice: false } }).bill, '1.5');
    await call(bid({ supplierId: 99 }).bill, '1.5');
    expect(eventSummaries().map(({ price }) => price)).toEqual([undefined, undefined]);
  });

  test.each(['', 'x', '${AUCTION_LOSS}', '99999', '-1'])('of a loss for %j has no reason', async (loss) => {
    await call(bid().loss, '', loss);
    expect(eventSummaries()).toEqual([{ event: 'loss', verdict: 'valid', price: undefined, errorCode: 0 }]);
  });

  test('that is late or forged is stored as such, and gets the same response', async () => {
    const late = bid({ servedAt: Date.now() - tokenLifetimeMs - 5000 });
    const { win } = bid();
    const forged = [win.replace('/n/win/', '/n/bill/'), win.replace(/.\?p=/, '?p='), `${serving.url}/n/loss/abc.def`];
    for (const url of [late.win, ...forged]) expect((await call(url, '1')).status).toBe(200);
    expect(eventSummaries().map(({ verdict }) => verdict)).toEqual(['expired', 'forged', 'forged', 'forged']);
  });

  test('is not an event of an ad, and none of those is a notice', async () => {
    const { win, impression } = bid();
    expect((await call(win.replace('/n/', '/e/'))).status).toBe(404);
    expect((await call(impression.replace('/e/', '/n/'))).status).toBe(404);
    expect((await fetch(`${serving.url}/n/applause/abc.def`)).status).toBe(404);
    expect(serving.events).toEqual([]);
  });

  test('may be sent from pages', async () => {
    const { status, headers } = await fetch(bid().bill, {
      method: 'OPTIONS',
      headers: { origin: 'https://p.example' },
    });
    expect([status, headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });
});

describe('the pixel of an ad', () => {
  test('has the price if the supplier bills by it', async () => {
    await call(bid({ buying: { ...second, billing: 'pixel' } }).impression, '1.5');
    expect(eventSummaries()).toEqual([{ event: 'impression', verdict: 'valid', price: 1_500_000, errorCode: 0 }]);
    expect(bid().impression).not.toContain('AUCTION_PRICE');
    const first = { billing: 'pixel', isSecondPrice: false, bid: 1 } as const;
    expect(bid({ buying: first }).impression).not.toContain('AUCTION_PRICE');
  });
});

describe('OpenRTB 2.6, 4.2.3: an ad exchange whose bid was passed on', () => {
  const resold = (): ResoldBid => ({
    win: `${exchange.url}/won?p=\${AUCTION_PRICE}&i=\${AUCTION_IMP_ID}`,
    bill: `${exchange.url}/bill?p=\${AUCTION_PRICE}&m=\${AUCTION_MBR}`,
    loss: `${exchange.url}/lost?l=\${AUCTION_LOSS}&p=\${AUCTION_PRICE}`,
    values: { impId: '1', price: '4.1', mbr: '0.82' },
  });
  const ad = { campaignId: undefined, adexchangeId: 7 } as Partial<ServedAd>;
  const calledUrls = () => exchange.seen.map(({ url }) => url);

  test('is notified of its win and its bill when the supplier notifies us, each once, with its price', async () => {
    const urls = bid({ ad }, resold());
    expect(urls.win).not.toContain('4.1');
    await call(urls.win, '1');
    await call(urls.win, '1');
    await expect.poll(calledUrls).toEqual(['/won?p=4.1&i=1']);
    await call(urls.bill, '1');
    await call(urls.bill, '1');
    await expect.poll(calledUrls).toEqual(['/won?p=4.1&i=1', '/bill?p=4.1&m=0.82']);
  });

  test('is notified once when a notice is repeated at another ad server, and twice while claims are unavailable', async () => {
    const claimed = new Set<string>();
    let isAway = false;
    const noticeClaims = {
      async claim(id: string) {
        if (isAway) throw new Error('away');
        return claimed.size < claimed.add(id).size;
      },
    };
    const servers = await Promise.all([startTestServing({ noticeClaims }), startTestServing({ noticeClaims })]);
    const callAll = async (url: string) => {
      for (const server of servers) await call(url.replace(serving.url, server.url), '1');
    };
    try {
      await callAll(bid({ ad }, resold()).bill);
      await callAll(bid({ ad }, resold()).loss);
      await expect.poll(() => calledUrls().toSorted()).toEqual(['/bill?p=4.1&m=0.82', '/lost?l=0&p=']);
      isAway = true;
      exchange.seen.length = 0;
      await callAll(bid({ ad }, resold()).bill);
      await expect.poll(calledUrls).toEqual(['/bill?p=4.1&m=0.82', '/bill?p=4.1&m=0.82']);
    } finally {
      await Promise.all(servers.map((each) => each.close()));
    }
  });

  test('pays in proportion if it buys at second price, and at most its bid', async () => {
    const buying = { ...second, isRevFollowing: true } as const;
    await call(bid({ ad, buying }, resold()).bill, '1');
    await expect.poll(calledUrls).toEqual(['/bill?p=2.05&m=0.41']);
    await call(bid({ ad, buying }, resold()).bill, '9');
    await expect.poll(calledUrls).toEqual(['/bill?p=2.05&m=0.41', '/bill?p=4.1&m=0.82']);
  });

  test('is notified of a loss with its reason and without a price', async () => {
    await call(bid({ ad }, resold()).loss, '', '102');
    await expect.poll(calledUrls).toEqual(['/lost?l=102&p=']);
  });

  test('is notified of its bill by whichever event the supplier bills by', async () => {
    await call(bid({ ad, buying: { ...second, billing: 'nurl' } }, resold()).win, '1');
    await expect.poll(() => calledUrls().toSorted()).toEqual(['/bill?p=4.1&m=0.82', '/won?p=4.1&i=1']);
    exchange.seen.length = 0;
    const pixel = bid({ ad, buying: { ...second, billing: 'pixel' } }, resold());
    await call(pixel.bill, '1');
    await call(pixel.impression, '1');
    await expect.poll(calledUrls).toEqual(['/bill?p=4.1&m=0.82']);
  });

  test('receives its billing notice by a URL that an earlier version sealed', async () => {
    const { bill } = bid({ ad }, resold());
    const at = bill.indexOf('&x=') + 3;
    const { notices, ...rest } = JSON.parse(sealer.open(bill.slice(at), Date.now()) ?? '{}') as { notices: unknown };
    const former = sealer.seal(JSON.stringify({ ...rest, told: notices }), Date.now());
    await call(`${bill.slice(0, at)}${former}`, '1');
    await expect.poll(calledUrls).toEqual(['/bill?p=4.1&m=0.82']);
  });

  test('is not notified by notices that are late, forged, or sealed for another ad', async () => {
    const late = bid({ ad, servedAt: Date.now() - tokenLifetimeMs - 5000 }, resold());
    await call(late.bill, '1');
    const one = bid({ ad }, resold());
    const other = bid({ ad }, resold());
    const seal = (url: string) => url.slice(url.indexOf('&x='));
    await call(one.bill.replace(seal(one.bill), seal(other.bill)), '1');
    await call(one.bill.replace(seal(one.bill), seal(one.win)), '1');
    await call(`${bid({ ad }).bill}&x=junk`, '1');
    await call(`${bid({ ad }).bill}&x=${sealer.seal('https://elsewhere.example/', Date.now())}`, '1');
    await call(bid({ ad }, resold()).loss, '', '1');
    await expect.poll(calledUrls).toEqual(['/lost?l=1&p=']);
  });
});
