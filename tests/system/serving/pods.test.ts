import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChannel, buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import type { ServeRecord } from '#events/record/records.ts';
import type { BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import type { InlineAd, VastAd } from '#standards/vast/types.ts';
import { readVast } from '../../vast/buildVast.ts';
import { validateVast } from '../../vast/validateVast.ts';
import {
  bids,
  buildBidder,
  buildBidRequest,
  buildPageRequest,
  buildVideo,
  oneBid,
  type ReceivedBidRequest,
} from './bidders.ts';
import { startTagServer, type TagServer } from './tagServer.ts';
import { startTestServing, type TestServing } from './testServing.ts';

const channel = buildChannel().uid;

/** Data that one of our trackers sends to the server when it is called. */
const trackersOf = (ad: VastAd | undefined): string[] => {
  const linear = ad?.creatives[0]?.linear;
  const all = [...(ad?.impressions ?? []), ...(linear?.tracking ?? []), ...(linear?.clicks.clickTracking ?? [])];
  return all.map(({ url }) => url).filter((url) => url.startsWith('https://ads.example/e/'));
};

describe('pods', () => {
  let partner: TagServer;
  let serving: TestServing;
  let received: ReceivedBidRequest[];

  beforeAll(async () => {
    partner = await startTagServer();
    serving = await startTestServing();
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });
  beforeEach(() => {
    received = [];
    serving.serves.length = 0;
    serving.events.length = 0;
  });

  const stored = (id: number, rate: string, file: string) =>
    buildTag({ id, rate, source: 'stored', url: '', vastXml: buildVast({ kind: 'inline', file }) });
  /** A bidder that bids once for each of these prices, with a separate video each. */
  const bidder = (prices: readonly number[], more: object = {}) =>
    bids((request) => {
      const { id, imp: imps } = request;
      const bid = prices.map((price, index) => ({
        id: `bid-${index}`,
        impid: imps[index % imps.length]?.id,
        price,
        crid: `creative-${index}`,
        adm: buildVast({ kind: 'inline', file: `film-${index}` }),
        ...more,
      }));
      return { id, cur: 'USD', seatbid: [{ bid }] };
    }, received);
  const films = (ads: readonly VastAd[]) =>
    ads.map((ad) => (ad as InlineAd).creatives[0]?.linear?.mediaFiles[0]?.url.replace(/^.*\/(.*)\.mp4$/, '$1'));
  const sell = async (path: string, request: BidRequest): Promise<BidResponse> => {
    const response = await fetch(`${serving.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(request),
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(200);
    return (await response.json()) as BidResponse;
  };
  const bidsOf = ({ seatbid = [] }: BidResponse) => seatbid.flatMap(({ bid }) => bid);

  describe('GET /vast/{channel}', () => {
    test.each(['3.0', '4.2'] as const)('returns VAST %s with the best ads in order', async (version) => {
      partner.on('/bid', bidder([2.5, 0.5]));
      serving.useTags([stored(1, '2.00', 'a'), stored(2, '3.00', 'b'), buildBidder(`${partner.url}/bid`, { id: 3 })], {
        podSlots: 3,
        costModel: 'cpo',
        costCpm: '1.00',
      });
      const { xml, record } = await serving.requestAd(`v=${version}`);
      expect(await validateVast(xml, version)).toEqual([]);
      const { ads } = readVast(xml);
      expect(ads.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
      expect(films(ads)).toEqual(['b', 'film-0', 'a']);
      expect(serving.serves).toHaveLength(1);
      expect(record).toMatchObject({ reason: null, opportunityCost: 1_000_000 });
      expect(record.candidates.map(({ reason }) => reason)).toEqual([null, null, null]);
    });

    test('has as many slots as the pod, fewer where its time is shorter', async () => {
      partner.on('/bid', bidder([2.5, 0.5]));
      const tags = [stored(1, '3.00', 'a'), buildBidder(`${partner.url}/bid`, { id: 2 })];
      serving.useTags(tags, { podSlots: 6 });
      const sold = (record: ServeRecord) => record.candidates.map(({ tagId, ads = 1 }) => [tagId, ads]);
      const { record } = await serving.requestAd();
      expect([record.slots, sold(record)]).toEqual([
        6,
        [
          [1, 1],
          [2, 2],
        ],
      ]);
      serving.useTags(tags, { podSlots: 6, podDuration: 49 });
      const { record: full } = await serving.requestAd();
      expect([full.slots, sold(full)]).toEqual([
        3,
        [
          [1, 1],
          [2, 2],
        ],
      ]);
      serving.useTags(tags, { podSlots: 6, podDuration: 62 });
      expect((await serving.requestAd()).record.slots).toBe(4);
      expect((await serving.requestAd('pod_dur=15')).record.slots).toBeUndefined();
      serving.useTags([], { podSlots: 6, podDuration: 60 });
      const { record: empty } = await serving.requestAd();
      expect([empty.reason, empty.slots]).toEqual(['no_candidates', 4]);
      const { record: single } = await serving.requestAd('pod_slots=1');
      expect(single.slots).toBeUndefined();
    });

    test('contains no name of an ad whose prefix only the root of its own response declared', async () => {
      const note = '<Extensions><Extension><x:note xsi:nil="true"/></Extension></Extensions>';
      const prefixed = (id: number, rate: string) => {
        const tag = stored(id, rate, `film-${id}`);
        const vastXml = tag.vastXml.replace('<VAST', `<VAST xmlns:x="urn:${id}"`).replace('</InLine>', `${note}$&`);
        return { ...tag, vastXml };
      };
      serving.useTags([stored(1, '3.00', 'film-1'), prefixed(2, '2.00'), prefixed(3, '1.00')], { podSlots: 3 });
      const { xml } = await serving.requestAd('v=4.2');
      expect(await validateVast(xml, '4.2')).toEqual([]);
      expect(readVast(xml).ads).toHaveLength(3);
      expect(xml).toContain('xmlns:x="urn:3"');
    });

    test('counts each ad separately: its own serve, price and creative', async () => {
      serving.useTags([stored(1, '2.00', 'late'), stored(2, '3.00', 'early')], { podSlots: 2 });
      const { xml, record } = await serving.requestAd();
      const { ads } = readVast(xml);
      for (const ad of ads) {
        for (const url of trackersOf(ad)) await fetch(url.replace('https://ads.example', serving.url));
      }
      const seen = serving.events.map(({ event, verdict, payload }) => ({ event, verdict, payload }));
      expect(seen).toHaveLength(14);
      expect(seen.every(({ verdict }) => verdict === 'valid')).toBe(true);
      const serves = [...new Set(seen.map(({ payload }) => payload?.serveId))];
      expect(serves).toHaveLength(2);
      expect(serves[0]).toBe(record.serveId);
      for (const [index, rev] of [3_000_000, 2_000_000].entries()) {
        const own = seen.filter(({ payload }) => payload?.serveId === serves[index]);
        expect(new Set(own.map(({ event }) => event)).size).toBe(7);
        expect(own[0]?.payload?.ad).toMatchObject({ tagId: index === 0 ? 2 : 1, rev, cost: rev * 0.7 });
      }
      const creatives = new Set(seen.map(({ payload }) => payload?.ad.creative));
      expect(creatives.size).toBe(2);
      expect(creatives.has(record.creative)).toBe(true);
      expect(record.observations?.creative?.url).toMatch(/early\.mp4$/);
      expect(record.furtherCreatives).toMatchObject([{ declared: { url: expect.stringMatching(/late\.mp4$/) } }]);
      expect(creatives).toEqual(new Set([record.creative, record.furtherCreatives?.[0]?.key]));
      const { record: again } = await serving.requestAd();
      expect([again.observations, again.furtherCreatives]).toEqual([undefined, undefined]);
    });

    test('shows a viewer no more ads of a tag in one pod than its frequency cap allows', async () => {
      partner.on('/bid', bidder([3, 2.5, 2]));
      const capped = buildBidder(`${partner.url}/bid`, { freqImps: 2, freqHours: 1 });
      serving.useTags([capped, stored(2, '1.00', 'a')], { podSlots: 3 });
      const { xml, record } = await serving.requestAd();
      const { ads } = readVast(xml);
      expect(films(ads)).toEqual(['film-0', 'film-1', 'a']);
      for (const url of trackersOf(ads[0])) await fetch(url.replace('https://ads.example', serving.url));
      const { xml: later } = await serving.requestAd();
      expect(films(readVast(later).ads)).toEqual(['film-0', 'a']);
      expect(record.candidates.map(({ reason }) => reason)).toEqual([null, null]);
    });

    test('returns VAST 2.0, and a request for one ad, with the first only', async () => {
      serving.useTags([stored(1, '2.00', 'a'), stored(2, '3.00', 'b')], { podSlots: 2 });
      for (const query of ['v=2.0', 'pod_slots=1']) {
        const { xml, record } = await serving.requestAd(query);
        const { ads } = readVast(xml);
        expect([films(ads), ads[0]?.sequence]).toEqual([['b'], undefined]);
        expect(record.candidates).toMatchObject([{ tagId: 2, reason: null }, { tagId: 1 }]);
      }
    });

    /** A wrapper of a bid that the player follows. */
    const passedOn = (to: string, price: number) => {
      partner.on(
        '/wrapper',
        bids((request) => oneBid(request, { price, dur: 15, adm: buildVast({ kind: 'wrapper', to }) })),
      );
      return buildBidder(`${partner.url}/wrapper`, { id: 3, handling: 'wrap' });
    };

    test.each([
      ['2,3,8', '3.0', ['inline', 'inline']],
      ['2,3,5', '3.0', ['inline', 'inline']],
      ['3,6,7,12', '3.0', ['wrapper', 'inline', 'inline']],
      ['7,8,12', '4.0', ['wrapper', 'inline', 'inline']],
      ['6,12', '4.1', ['wrapper']],
      ['2,8', '4.0', ['wrapper']],
      ['2,5', '2.0', ['wrapper']],
    ] as const)('OpenRTB 2.6, 3.2.7: for the protocols %s is VAST %s with ads that are %j', async (...row) => {
      const [protocols, version, kinds] = row;
      serving.useTags([stored(1, '2.00', 'a'), stored(2, '3.00', 'b'), passedOn('https://next.example/', 9)], {
        podSlots: 3,
      });
      const { xml } = await serving.requestAd(`protocols=${protocols}`);
      expect(await validateVast(xml, version)).toEqual([]);
      const { version: written, ads } = readVast(xml);
      expect([written, ads.map(({ kind }) => kind)]).toEqual([version, kinds]);
    });

    test('describes the sold pod to tags and bidders', async () => {
      partner.on('/tag', (_request, response) => response.end(buildVast({ kind: 'empty' })));
      partner.on('/bid', bidder([]));
      serving.useTags(
        [
          buildTag({ id: 1, url: `${partner.url}/tag?ads=[BREAKMAXADS]&seconds=[BREAKMAXDURATION]` }),
          buildBidder(`${partner.url}/bid`, { id: 2 }),
          buildBidder(`${partner.url}/bid`, { id: 3, rtbVersion: '2.5' }),
        ],
        { podSlots: 3, podDuration: 60 },
      );
      await serving.requestAd('pod_slots=2&pod_dur=500');
      expect(partner.seen.map(({ url }) => url)).toContain('/tag?ads=2&seconds=60');
      const requests = received.map(({ request, headers }) => ({
        version: headers['x-openrtb-version'],
        imps: request.imp,
      }));
      const newer = requests.find(({ version }) => version === '2.6')?.imps;
      expect(newer).toMatchObject([{ id: '1', video: { poddur: 60, maxseq: 2, podid: 'pod', poddedupe: [1, 3, 4] } }]);
      const older = requests.find(({ version }) => version === '2.5')?.imps ?? [];
      expect(older.map(({ id, video }) => [id, video?.sequence, video?.poddur, video?.maxduration])).toEqual([
        ['1', 1, undefined, 60],
        ['1:2', 2, undefined, 60],
      ]);
    });

    test('calls the notices of every ad that won', async () => {
      partner.on('/won', (_request, response) => response.end());
      partner.on('/bid', bidder([2, 1], { nurl: `${partner.url}/won?\${AUCTION_PRICE}`, burl: `${partner.url}/bill` }));
      serving.useTags([buildBidder(`${partner.url}/bid`)], { podSlots: 2 });
      const { xml } = await serving.requestAd();
      await expect
        .poll(() => partner.seen.map(({ url }) => url).filter((url) => url.startsWith('/won')))
        .toEqual(expect.arrayContaining(['/won?2', '/won?1']));
      const bills = readVast(xml).ads.map(({ impressions }) =>
        impressions.filter(({ url }) => url.startsWith('https://ads.example/n/')),
      );
      expect(bills.map(({ length }) => length)).toEqual([1, 1]);
    });
  });

  describe('OpenRTB', () => {
    const dynamic: Imp = { id: '1', video: { ...buildVideo(), podid: 'mid', poddur: 45, maxseq: 3 } };

    test.each([
      ['partners', `/rtb/${channel}`, buildBidRequest],
      ['pages', '/openrtb2/auction', (request: Partial<BidRequest>) => buildPageRequest(channel, request)],
    ] as const)('sells a dynamic pod to %s by several bids on one imp', async (_, path, build) => {
      partner.on('/bid', bidder([3, 2, 1], { slotinpod: -1 }));
      serving.useTags([stored(1, '2.50', 'a'), stored(2, '0.10', 'b'), buildBidder(`${partner.url}/bid`, { id: 3 })]);
      const answer = bidsOf(await sell(path, build({ imp: [dynamic] })));
      expect(answer).toMatchObject([
        { impid: '1', price: 1.75, dur: 15, slotinpod: 0 },
        { impid: '1', price: 0.07, dur: 15, slotinpod: 0 },
        { impid: '1', price: 2.1, dur: 15, slotinpod: -1 },
      ]);
      expect(new Set(answer.map(({ id }) => id)).size).toBe(3);
      expect(serving.serves).toHaveLength(1);
      expect(received[0]?.request.imp[0]?.video).toMatchObject({ poddur: 45, maxseq: 3, poddedupe: [1, 3, 4] });
    });

    test.each([
      [true, 'deal-1'],
      [false, undefined],
    ])(
      'Prebid, ext.prebid.targeting.preferdeals %s: one bid gets the keys without a bidder',
      async (preferdeals, id) => {
        partner.on('/bid', bidder([1], { dealid: 'deal-1' }));
        serving.useTags([stored(1, '2.50', 'a'), buildBidder(`${partner.url}/bid`, { id: 3 })]);
        const imp = [{ ...dynamic, pmp: { deals: [{ id: 'deal-1' }] } }];
        const ext = { prebid: { targeting: { preferdeals } } };
        const answer = bidsOf(await sell('/openrtb2/auction', buildPageRequest(channel, { imp, ext })));
        const winners = answer.filter(({ ext: own }) => JSON.stringify(own).includes('"hb_pb":'));
        expect(new Set(answer.map(({ dealid }) => dealid))).toEqual(new Set(['deal-1', undefined]));
        expect(winners.map(({ dealid }) => dealid)).toEqual([id]);
      },
    );

    test('sells the slots of a structured pod with an auction each, and never with one creative twice', async () => {
      partner.on(
        '/bid',
        bids((request) => {
          const answers = request.imp.map((imp) => oneBid({ ...request, imp: [imp] }, { id: `b${imp.id}`, price: 2 }));
          const all = (answers as BidResponse[]).flatMap(bidsOf);
          return { id: request.id, seatbid: [{ bid: all }] };
        }),
      );
      serving.useTags([buildBidder(`${partner.url}/bid`, { id: 1 }), stored(2, '1.00', 'z')]);
      const imps = ['1', '2', '3'].map((id): Imp => ({ id, video: { ...buildVideo(), podid: 'pre' } }));
      const answer = bidsOf(await sell(`/rtb/${channel}`, buildBidRequest({ imp: imps })));
      expect(answer.map(({ impid, price }) => [impid, price])).toEqual([
        ['1', 1.4],
        ['2', 0.7],
      ]);
      const outcomes = serving.serves.map(({ candidates }) =>
        Object.fromEntries(candidates.map(({ tagId, reason }) => [tagId, reason])),
      );
      expect(outcomes).toEqual([
        { 1: null, 2: 'outbid' },
        { 1: 'pod_creative', 2: null },
        { 1: 'pod_creative', 2: 'pod_creative' },
      ]);
    });
  });
});
