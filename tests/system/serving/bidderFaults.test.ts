import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#engine/scenarios/buildRows.ts';
import { buildVast } from '#engine/scenarios/buildVast.ts';
import type { ServeRecord } from '#events/records.ts';
import type { CandidateReason, TagRow } from '#model/index.ts';
import { createBidPoster } from '#outbound/bidPoster.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import type { BidResponse } from '#standards/openrtb/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { validateVast } from '../../vast/validateVast.ts';
import { bids, buildBidder, buildBidRequest, buildPageRequest, oneBid } from './bidders.ts';
import { answers, startTagServer, type TagBehaviour, type TagServer } from './tagServer.ts';
import { startTestServing, type TestServing } from './testServing.ts';

const channel = buildChannel().uid;

const validShapes = new Set<string>();

/** Asks by each door; what it answered and what was recorded. */
const doors: Record<string, (serving: TestServing) => Promise<{ answer: string; record: ServeRecord }>> = {
  'GET /vast': async (serving) => {
    const { response, xml, record } = await serving.ask();
    expect(response.status).toBe(200);
    // Answers that differ in their tokens alone are of one shape.
    const shape = xml.replaceAll(record.serveId, '').replace(/(\/[en]\/(?:\w+\/)?)[\w.-]+/g, '$1');
    if (!validShapes.has(shape)) expect(await validateVast(xml, '3.0')).toEqual([]);
    validShapes.add(shape);
    return { answer: xml, record };
  },
  'POST /openrtb2/auction': (serving) => post(serving, '/openrtb2/auction', buildPageRequest(channel), [200]),
  'POST /rtb': (serving) => post(serving, `/rtb/${channel}`, buildBidRequest(), [200, 204]),
};

async function post(
  serving: TestServing,
  path: string,
  request: BidRequest,
  statuses: number[],
): Promise<{ answer: string; record: ServeRecord }> {
  const count = serving.serves.length;
  const response = await fetch(serving.url + path, { method: 'POST', body: JSON.stringify(request) });
  const answer = await response.text();
  expect(statuses).toContain(response.status);
  if (response.status === 200) expect((JSON.parse(answer) as BidResponse).id).toBe('request-1');
  const record = serving.serves[count];
  if (!record) throw new Error('no serve record');
  return { answer, record };
}

/** What an endpoint does, and the reason that is recorded of its tag. */
type Fault = [title: string, behaviour: TagBehaviour, reason: CandidateReason];

const raw = (text: string | Buffer, headers?: Record<string, string>): TagBehaviour => answers(text, headers);
const bidOf = (bid: Parameters<typeof oneBid>[1], rest?: Parameters<typeof oneBid>[2]): TagBehaviour =>
  bids((request) => oneBid(request, { price: 9, ...bid }, rest));
const markup = (adm: string): TagBehaviour => bidOf({ adm, mtype: 2 });

function faults(url: () => string): Fault[] {
  const wrapper = (path: string) => bids((request) => oneBid(request, { price: 9, adm: wrapperTo(url() + path) }));
  const nurl = (path: string) =>
    bids((request) => oneBid(request, { price: 9, adm: undefined, nurl: url() + path, mtype: 2 }));
  return [
    ['hangs', () => undefined, 'timeout'],
    ['drips bytes', (_, response) => drip(response), 'timeout'],
    ['closes the connection', (request) => request.socket.destroy(), 'conn_error'],
    ['redirects', (_, response) => response.writeHead(302, { location: '/good' }).end(), 'http_error'],
    ['redirects to a file', (_, response) => response.writeHead(307, { location: 'file:///etc' }).end(), 'http_error'],
    ['answers 500', (_, response) => response.writeHead(500).end('{"id":"x"}'), 'http_error'],
    ['answers 404', (_, response) => response.writeHead(404).end(), 'http_error'],
    ['answers 10 MB', raw(Buffer.alloc(10_000_000, ' ')), 'too_large'],
    ['answers a gzip bomb', raw(gzipSync(Buffer.alloc(20_000_000, ' ')), { 'content-encoding': 'gzip' }), 'too_large'],
    ['answers what is not the gzip that it says', raw('{}', { 'content-encoding': 'gzip' }), 'http_error'],
    ['answers in an unknown coding', raw('{}', { 'content-encoding': 'zstd' }), 'http_error'],
    ['answers HTML', raw('<!doctype html><html><body>Not found</body></html>'), 'invalid_bid'],
    ['answers broken JSON', bids((request) => JSON.stringify(oneBid(request)).slice(0, -3)), 'invalid_bid'],
    ['answers a list', raw('[]'), 'invalid_bid'],
    ['answers a number', raw('1'), 'invalid_bid'],
    ['answers with no body', raw(''), 'empty'],
    ['answers 204', (_, response) => response.writeHead(204).end(), 'empty'],
    ['answers {}', raw('{}'), 'empty'],
    ['answers seats without bids', bids(({ id }) => ({ id, seatbid: [{ seat: 'a' }, { bid: [] }] })), 'empty'],
    ['answers seats that are no list', bids(({ id }) => ({ id, seatbid: { bid: [] } })), 'invalid_bid'],
    ['answers bids that are no list', bids(({ id }) => ({ id, seatbid: [{ bid: 'x' }] })), 'invalid_bid'],
    ['answers bids that are no objects', bids(({ id }) => ({ id, seatbid: [{ bid: [null, 1] }] })), 'invalid_bid'],
    ['answers another request', bidOf({}, { id: 'other' }), 'invalid_bid'],
    ['names no request', bidOf({}, { id: undefined }), 'invalid_bid'],
    ['bids for an unknown impression', bidOf({ impid: 'other' }), 'unknown_impression'],
    ['bids in another currency', bidOf({}, { cur: 'EUR' }), 'currency'],
    ['bids in no currency', bidOf({}, { cur: 'dollars' }), 'invalid_bid'],
    ['bids NaN', bids((request) => JSON.stringify(oneBid(request)).replace('"price":1', '"price":NaN')), 'invalid_bid'],
    ['bids less than nothing', bidOf({ price: -9 }), 'invalid_bid'],
    ['bids nothing', bidOf({ price: 0 }), 'invalid_bid'],
    ['bids 10^300', bidOf({ price: 1e300 }), 'invalid_bid'],
    [
      'bids infinitely much',
      bids((request) => JSON.stringify(oneBid(request)).replace('":1,', '":1e999,')),
      'invalid_bid',
    ],
    ['bids a text', bidOf({ price: '9' }), 'invalid_bid'],
    ['bids without a creative', bidOf({ crid: undefined }), 'invalid_bid'],
    ['bids with markup that is no text', bidOf({ adm: { html: 'x' } }), 'invalid_bid'],
    ['bids without markup', bidOf({ adm: '' }), 'no_markup'],
    [
      'makes 300 bids',
      bids(({ id }) => ({ id, seatbid: [{ bid: Array.from({ length: 300 }, (_, n) => ({ id: `${n}` })) }] })),
      'invalid_bid',
    ],
    [
      'answers keys of prototypes',
      bids((request) => JSON.stringify(oneBid(request)).replace('{', '{"__proto__":{"seatbid":[]},')),
      'invalid_bid',
    ],
    [
      'answers without end',
      bids(({ id }) => `{"id":"${id}","seatbid":[],"ext":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
      'invalid_bid',
    ],
    ['bids with HTML for video', markup('<b>Hello</b>'), 'wrong_media_type'],
    ['bids with broken VAST', markup(buildVast({ kind: 'inline' }).slice(0, -40)), 'invalid_xml'],
    ['bids with a DOCTYPE', markup(`<!DOCTYPE VAST>${buildVast({ kind: 'inline' })}`), 'invalid_xml'],
    [
      'bids with entities of its own',
      markup(`<!DOCTYPE VAST [<!ENTITY a "b">]>${buildVast({ kind: 'inline' })}`),
      'wrong_media_type',
    ],
    ['bids with VAST without an ad', markup(buildVast({ kind: 'empty' })), 'empty'],
    ['bids with VAST without media', markup(buildVast({ kind: 'inline', hasMedia: false })), 'no_media'],
    ['bids with a wrapper that leads to itself', wrapper('/loop'), 'wrapper_limit'],
    ['bids with a wrapper that leads to nothing', wrapper('/hang'), 'timeout'],
    ['bids with a wrapper that leads to a fault', wrapper('/500'), 'http_error'],
    ['bids with a wrapper that leads to 10 MB', wrapper('/10mb'), 'too_large'],
    ['bids with a wrapper that leads nowhere', markup(wrapperTo('nowhere')), 'conn_error'],
    ['bids with markup that does not come', nurl('/hang'), 'timeout'],
    ['bids with markup that is a fault', nurl('/500'), 'http_error'],
    ['bids with markup that is HTML', nurl('/html'), 'invalid_xml'],
    ['bids with markup that is blank', nurl('/blank'), 'empty'],
  ];
}

function wrapperTo(to: string): string {
  return buildVast({ kind: 'wrapper', to });
}

function drip(response: Parameters<TagBehaviour>[1]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 30);
  response.on('close', () => clearInterval(timer));
}

function openPaths(partner: TagServer): void {
  partner.on(
    '/good',
    bids((request) => oneBid(request)),
  );
  partner.on('/hang', () => undefined);
  partner.on('/500', (_request, response) => response.writeHead(500).end('oh'));
  partner.on('/10mb', answers(Buffer.alloc(10_000_000, ' ')));
  partner.on('/html', answers('<html></html>'));
  partner.on('/blank', answers('  \n'));
  partner.on('/loop', answers(wrapperTo(`${partner.url}/loop`)));
}

/** Time that nobody needs who answers at all, however busy the machine. */
const patienceMs = 20_000;

function timeoutFor(reason: CandidateReason | null): number {
  return reason === 'timeout' ? 150 : patienceMs;
}

/** The faulty tag 1, which would pay most, and tag 2. */
async function expectReason(serving: TestServing, tags: TagRow[], reason: CandidateReason | null): Promise<void> {
  for (const [door, ask] of Object.entries(doors)) {
    serving.useTags(tags, { timeoutMs: patienceMs });
    const { record } = await ask(serving);
    const fates = record.candidates.map(({ tagId, reason: each }) => [tagId, each]);
    expect({ door, reason: record.reason, fates: Object.fromEntries(fates) as object }).toEqual({
      door,
      reason: null,
      fates: { 1: reason, 2: reason === null ? 'outbid' : null },
    });
  }
}

describe('a bidder', () => {
  let partner: TagServer;
  let serving: TestServing;

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing();
    openPaths(partner);
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  test.each(faults(() => partner.url))(
    'that %s loses for that reason, and another one wins',
    async (_, fault, reason) => {
      partner.on('/bid', fault);
      const faulty = buildBidder(`${partner.url}/bid`, { id: 1, timeoutMs: timeoutFor(reason) });
      await expectReason(serving, [faulty, buildBidder(`${partner.url}/good`, { id: 2 })], reason);
    },
  );

  test('that listens nowhere, or has an address that is none, loses for a connection error', async () => {
    for (const endpoint of ['http://127.0.0.1:9/bid', 'http://[::/bid', 'ftp://bidder.example/']) {
      const good = buildBidder(`${partner.url}/good`, { id: 2 });
      await expectReason(serving, [buildBidder(endpoint, { id: 1 }), good], 'conn_error');
    }
  });

  test('alone leaves no ad by each door, and never a fault of ours', async () => {
    const some = ['hangs', 'answers 500', 'answers broken JSON', 'bids less than nothing', 'bids with broken VAST'];
    for (const [, behaviour, reason] of faults(() => partner.url).filter(([title]) => some.includes(title))) {
      partner.on('/bid', behaviour);
      serving.useTags([buildBidder(`${partner.url}/bid`, { timeoutMs: timeoutFor(reason) })], {
        timeoutMs: patienceMs,
      });
      for (const [door, ask] of Object.entries(doors)) {
        const { answer, record } = await ask(serving);
        expect([door, record.reason, record.candidates[0]?.reason]).toEqual([door, 'no_answer', reason]);
        if (door === 'GET /vast') expect(answer).not.toContain('<Ad');
        else if (door === 'POST /rtb') expect(answer).toBe('');
        else expect((JSON.parse(answer) as BidResponse).seatbid).toEqual([]);
      }
    }
  });
});

describe('where private addresses are not called', () => {
  let partner: TagServer;
  let serving: TestServing;
  const stored = buildTag({ id: 2, source: 'stored', vastXml: buildVast({ kind: 'inline' }), url: '' });

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing({
      fetcher: createTagFetcher({ allowPrivateAddresses: false }),
      bids: createBidPoster({ allowPrivateAddresses: false }),
    });
    openPaths(partner);
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  test('no bidder at one is asked, by number or by name', async () => {
    partner.seen.length = 0;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f.1']) {
      const endpoint = `http://${host}:${new URL(partner.url).port}/good`;
      await expectReason(serving, [buildBidder(endpoint, { id: 1 }), stored], 'refused_address');
    }
    expect(partner.seen).toEqual([]);
  });
});

describe('a Prebid Server', () => {
  let partner: TagServer;
  let serving: TestServing;
  const tags = (reason: CandidateReason | null): TagRow[] => [
    buildTag({ id: 1, integration: 'PreBid', partner: 'appnexusP', timeoutMs: timeoutFor(reason) }),
    buildBidder(`${partner.url}/good`, { id: 2 }),
  ];

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing({ prebidServerUrl: partner.url });
    openPaths(partner);
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  test.each<Fault>([
    ['hangs', () => undefined, 'timeout'],
    ['answers 503', (_, response) => response.writeHead(503).end('busy'), 'http_error'],
    ['answers HTML', raw('<html></html>'), 'invalid_bid'],
    ['has no bids', bids(({ id }) => ({ id, seatbid: [] })), 'empty'],
    ['has bids of others alone', bidOf({}, { seat: 'appnexus' }), 'empty'],
    ['has a bid for an unknown impression', bidOf({ impid: 'x' }, { seat: 't1' }), 'unknown_impression'],
    ['has a bid with broken VAST', bidOf({ adm: '<VAST>', mtype: 2 }, { seat: 't1' }), 'invalid_xml'],
  ])('that %s loses for that reason, and a bidder of ours wins', async (_, behaviour, reason) => {
    partner.on('/openrtb2/auction', behaviour);
    await expectReason(serving, tags(reason), reason);
  });

  test('may answer as much as many partners together have for a pod, and no more', async () => {
    const partners = Array.from({ length: 30 }, (_, index) =>
      buildTag({ id: index + 1, integration: 'PreBid', partner: 'appnexusP', timeoutMs: 5000 }),
    );
    serving.useTags(partners, { podSlots: 10, timeoutMs: 5000 });
    const answerOf = (notes: string) =>
      bids(({ id, imp: [imp] }) => ({
        id,
        seatbid: partners.map(({ id: tag }) => ({
          seat: `t${tag}`,
          bid: Array.from({ length: 9 }, (_, index) => ({
            id: `${tag}-${index}`,
            impid: imp?.id,
            price: 1 + tag / 100,
            crid: `${tag}-${index}`,
            mtype: 2,
            adm: buildVast({ kind: 'inline', file: `film-${tag}-${index}` }) + notes,
          })),
        })),
      }));
    const fatesAfter = async (notes: string) => {
      partner.on('/openrtb2/auction', answerOf(notes));
      const { record } = await serving.ask();
      return new Set(record.candidates.map(({ reason }) => reason));
    };
    expect(await fatesAfter(`<!--${'-x'.repeat(4000)}-->`)).toEqual(new Set([null, 'outbid']));
    expect(await fatesAfter(`<!--${'-x'.repeat(20_000)}-->`)).toEqual(new Set(['too_large']));
  });

  test('that works sells under the name that it was told', async () => {
    partner.on('/openrtb2/auction', bidOf({}, { seat: 't1' }));
    await expectReason(serving, tags(null), null);
  });

  test('that is away, or was never named, leaves the sale to the others', async () => {
    const away = await startTestServing({ prebidServerUrl: 'http://127.0.0.1:9' });
    const without = await startTestServing();
    await expectReason(away, tags('conn_error'), 'conn_error');
    await expectReason(without, tags('no_prebid_server'), 'no_prebid_server');
    await Promise.all([away.close(), without.close()]);
  });
});
