import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BidderTest } from '#api/bidderTest/bidderTestContract.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { ServedEntity, SnapshotMessage } from '#model/index.ts';
import { bids, oneBid, type ReceivedBidRequest } from '../../serving/bidders.ts';
import { startTagServer, type TagServer } from '../../serving/tagServer.ts';
import { startTestServing, tokenKey, type TestServing } from '../../serving/testServing.ts';
import { buildAccount, type TestAccount } from '../buildAccount.ts';
import { idOf, problemsOf, startTestApi, type Caller, type TestApi } from '../startTestApi.ts';

let partner: TagServer;
let serving: TestServing;
let api: TestApi;
let account: TestAccount;
let other: TestAccount;
let call: Caller;
let bidder: number;
let received: ReceivedBidRequest[];

beforeAll(async () => {
  partner = await startTagServer();
  serving = await startTestServing();
  api = await startTestApi({ env: { ADS_URL: serving.url, SECRET: tokenKey.secret } });
  account = await buildAccount(api, 'alpha');
  other = await buildAccount(api, 'beta');
  call = await api.signIn(account.logins.demand);
  const endpoint = `${partner.url}/bid`;
  const advertiserId = account.ids.advertiser;
  const values = { name: 'bidder', advertiserId, integration: 'RTB', endpoint, floor: '1.00', timeoutMs: 5000 };
  await call('PATCH', `/api/demand/channels/${account.ids.channel}`, { timeoutMs: 5000 });
  bidder = idOf(await call('POST', '/api/demand/tags', values));
  for (const [entity, id] of [
    ['demand', account.demandId],
    ['advertiser', account.ids.advertiser],
    ['channel', account.ids.channel],
    ['tag', bidder],
  ] as const) {
    await serve(entity, id);
  }
});
afterAll(async () => {
  await api.close();
  await serving.close();
  await partner.close();
});
beforeEach(() => {
  received = [];
  partner.on(
    '/bid',
    bids((request) => oneBid(request, { price: 1.75 }), received),
  );
});

/** Passes a row to ad serving, as the feed does. */
async function serve(entity: ServedEntity, id: number): Promise<void> {
  const row = await api.deps.entities.get(entity, id, 'all');
  applyMessage(serving.snapshot, { type: 'row', entity, id, row } as unknown as SnapshotMessage);
}

const path = '/api/vastTester/bidders';

async function run(body: object): Promise<BidderTest> {
  const answer = await call('POST', path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as BidderTest;
}

describe('a test of a bidder', () => {
  test('is sent by ad serving as the chosen device, and is described in words', async () => {
    const test = await run({ tagId: bidder, channelId: account.ids.channel, device: 'roku', params: { w: '640' } });
    expect(received).toHaveLength(1);
    expect(received[0]?.request).toMatchObject({
      test: 1,
      device: { ua: expect.stringMatching(/^Roku/) },
      imp: [{ video: { w: 640 }, bidfloor: 1 }],
    });
    expect(test.outcome).toEqual({ kind: 'sold', cpm: '1.75' });
    expect(test.bids[0]).toMatchObject({ price: '1.75', floor: '1.00', outcome: { kind: 'sold' } });
    expect(test.bids[0]?.parts.find(({ part }) => part === 'floor')).toEqual({
      part: 'floor',
      label: 'Floor',
      detail: 'USD 1.75, floor USD 1.00',
      reason: null,
      text: '',
    });
    expect([serving.serves, serving.events, serving.tests]).toEqual([[], [], []]);
  });

  test('needs no channel, and says what is wrong with a bid', async () => {
    partner.on(
      '/bid',
      bids((request) => oneBid(request, { price: 0.5, crid: undefined }, { cur: 'EUR' })),
    );
    const test = await run({ tagId: bidder });
    expect(test.outcome).toMatchObject({ kind: 'unsold' });
    const wrong = test.bids[0]?.parts.filter(({ reason }) => reason !== null).map(({ part, text }) => [part, text]);
    expect(wrong).toEqual(
      expect.arrayContaining([
        ['currency', 'Bid in a currency not offered'],
        ['crid', 'Creative ID (crid) missing'],
      ]),
    );
  });

  test('a reason not to bid is put in words', async () => {
    partner.on(
      '/bid',
      bids(({ id }) => ({ id, nbr: 5 })),
    );
    expect(await run({ tagId: bidder, channelId: account.ids.channel })).toMatchObject({
      noBid: { nbr: 5, text: 'Cloud, data center or proxy IP address' },
      outcome: { kind: 'unsold', text: 'No ad returned' },
    });
  });

  test('only of tags and channels of the own account, and only of bidders', async () => {
    const stranger = await api.signIn(other.logins.demand);
    expect((await stranger('POST', path, { tagId: bidder })).status).toBe(404);
    expect((await call('POST', path, { tagId: bidder, channelId: other.ids.channel })).status).toBe(404);
    const vast = await call('POST', path, { tagId: account.ids.tag });
    expect([vast.status, ...problemsOf(vast)]).toEqual([422, 'tagId: no_bidder']);
    const sdk = await api.signIn(account.logins.sdk);
    expect((await sdk('POST', path, { tagId: bidder })).status).toBe(403);
    expect((await api.anonymous('POST', path, { tagId: bidder })).status).toBe(403);
    expect(received).toEqual([]);
  });

  test('every fault of a request is named', async () => {
    const answer = await call('POST', path, { tagId: 0, mediaType: 'radio', device: 'fridge', what: 1 });
    expect(answer.status).toBe(400);
    expect(problemsOf(answer).length).toBeGreaterThanOrEqual(4);
  });

  test('a user’s tests at once are limited', async () => {
    const open: (() => void)[] = [];
    partner.on('/bid', (_request, response) => void open.push(() => response.writeHead(204).end()));
    const running = [1, 2, 3, 4].map(() => call('POST', path, { tagId: bidder }));
    await expect.poll(() => open.length).toBe(4);
    const fifth = await call('POST', path, { tagId: bidder });
    expect([fifth.status, ...problemsOf(fifth)]).toEqual([429, ': too_many_at_once']);
    for (const release of open) release();
    for (const each of await Promise.all(running)) expect(each.status).toBe(200);
  });

  test('a private address is not called unless the operator allows it', async () => {
    const guarded = await startTestServing({ env: { ALLOW_PRIVATE_ADDRESSES: '0' } });
    const strict = await startTestApi({ env: { ADS_URL: guarded.url, SECRET: tokenKey.secret } });
    try {
      const own = await buildAccount(strict, 'gamma');
      const asOwn = await strict.signIn(own.logins.demand);
      const values = {
        name: 'b',
        advertiserId: own.ids.advertiser,
        integration: 'RTB',
        endpoint: `${partner.url}/bid`,
      };
      const id = idOf(await asOwn('POST', '/api/demand/tags', values));
      for (const [entity, rowId] of [
        ['demand', own.demandId],
        ['tag', id],
        ['advertiser', own.ids.advertiser],
      ] as const) {
        const row = await strict.deps.entities.get(entity, rowId, 'all');
        applyMessage(guarded.snapshot, { type: 'row', entity, id: rowId, row } as unknown as SnapshotMessage);
      }
      const answer = await asOwn('POST', path, { tagId: id });
      expect(answer.body).toMatchObject({ received: { failure: { reason: 'refused_address' } } });
      expect(received).toEqual([]);
    } finally {
      await strict.close();
      await guarded.close();
    }
  });

  test('is not available while ad serving is away', async () => {
    const away = await startTestApi({ env: { ADS_URL: 'http://127.0.0.1:9' } });
    try {
      const own = await buildAccount(away, 'delta');
      const asOwn = await away.signIn(own.logins.demand);
      const values = {
        name: 'b',
        advertiserId: own.ids.advertiser,
        integration: 'RTB',
        endpoint: 'https://b.example/',
      };
      const id = idOf(await asOwn('POST', '/api/demand/tags', values));
      const answer = await asOwn('POST', path, { tagId: id });
      expect([answer.status, ...problemsOf(answer)]).toEqual([503, ': serving_unreachable']);
    } finally {
      await away.close();
    }
  });
});
