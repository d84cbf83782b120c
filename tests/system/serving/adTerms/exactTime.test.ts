import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import { tracedCampaignOutcomes } from '#engine/replay/tracedCampaignOutcomes.ts';
import type { TraceBody } from '#model/index.ts';
import type { Bid } from '#standards/openrtb/bid/responseTypes.ts';
import type { Audio, Imp, Video } from '#standards/openrtb/types.ts';
import { buildCampaign, buildCreative } from '#tests/support/engine/buildBuying.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildTag,
  buildWaterfallRow,
  messagesOf,
  type ConfigurationRows,
} from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { bids, buildBidder, buildBidRequest, oneBid } from '../bidders.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

/** A way in which a wrapper that the player follows comes to be sold. */
interface WrapperPath {
  name: string;
  isBid: boolean;
  /** The rows by which it alone is offered. `seconds` are those that it declares; null = it cannot, or does not. */
  offer: (partner: TagServer, seconds: number | null) => ConfigurationRows;
  /** Whether it can declare a duration. */
  hasDuration: boolean;
}

const adm = buildVast({ kind: 'wrapper', to: 'https://next.example/vast' });
const inWaterfall = (tag: ConfigurationRows['tag']): ConfigurationRows => ({
  tag,
  waterfallRow: [buildWaterfallRow({ tagId: 1 })],
});
/** Bids with the wrapper, which comes with the win notice where `markup` says so. */
const bidIn = (partner: TagServer, seconds: number | null, markup: Partial<Bid> = { adm }, seat?: string) =>
  bids((request) => {
    const mtype = request.imp[0]?.audio ? 3 : 2;
    const lurl = `${partner.url}/lost?code=\${AUCTION_LOSS}`;
    const bid = { price: 9, mtype, lurl, adm: undefined, ...markup, ...(seconds === null ? {} : { dur: seconds }) };
    return oneBid(request, bid, seat === undefined ? {} : { seat });
  });

const paths: readonly WrapperPath[] = [
  {
    name: 'an RTB bid',
    isBid: true,
    hasDuration: true,
    offer(partner, seconds) {
      partner.on('/bid', bidIn(partner, seconds));
      return inWaterfall([buildBidder(`${partner.url}/bid`, { handling: 'wrap' })]);
    },
  },
  {
    name: 'an RTB bid whose markup comes with the win notice',
    isBid: true,
    hasDuration: true,
    offer(partner, seconds) {
      partner.on('/won', answers(adm));
      partner.on('/bid', bidIn(partner, seconds, { nurl: `${partner.url}/won` }));
      return inWaterfall([buildBidder(`${partner.url}/bid`, { handling: 'wrap' })]);
    },
  },
  {
    name: 'a Prebid partner',
    isBid: true,
    hasDuration: true,
    offer(partner, seconds) {
      partner.on('/openrtb2/auction', bidIn(partner, seconds, { adm }, 't1'));
      return inWaterfall([buildTag({ integration: 'PreBid', partner: 'appnexusP', handling: 'wrap' })]);
    },
  },
  {
    name: 'an ad tag',
    isBid: false,
    hasDuration: false,
    offer: () => inWaterfall([buildTag({ url: 'https://tag.example/vast', handling: 'wrap' })]),
  },
  {
    name: 'an own campaign’s VAST tag',
    isBid: false,
    hasDuration: true,
    offer: (_partner, durationS) => ({
      campaign: [buildCampaign({ ownChannels: 'all' })],
      creative: [buildCreative({ type: 'vastUrl', files: [], vastUrl: 'https://own.example/vast', durationS })],
    }),
  },
];

const video = (asked: Partial<Video>): Partial<Imp> => ({ video: { mimes: ['video/mp4'], ...asked } });
const audio = (asked: Partial<Audio>): Partial<Imp> => ({ audio: { mimes: ['audio/mpeg'], ...asked } });

describe('OpenRTB 2.6, 3.2.7, and VAST 4.3, 3.19: a wrapper that the player follows', () => {
  let partner: TagServer;
  let serving: TestServing;

  beforeAll(async () => {
    partner = await startTagServer();
    partner.on('/lost', (_request, response) => response.writeHead(204).end());
    serving = await startTestServing({ env: { PREBID_SERVER_URL: partner.url, TRACE_SHARE: '1' } });
  });
  afterAll(async () => {
    await serving.close();
    await partner.close();
  });

  const useRows = (rows: ConfigurationRows, more: Parameters<typeof buildChannel>[0] = {}): string => {
    const channel = buildChannel({ campaignTier: 1, ...more });
    const all = { demand: [buildAccount()], advertiser: [buildAdvertiser()], channel: [channel], ...rows };
    for (const message of [{ type: 'reset' } as const, ...messagesOf(all)]) applyMessage(serving.snapshot, message);
    serving.traces.length = 0;
    partner.seen.length = 0;
    return channel.uid;
  };

  const reasonIn = (body: TraceBody | undefined): string | null | undefined =>
    body?.candidates.find(({ tagId }) => tagId === 1)?.reason ??
    (body && tracedCampaignOutcomes(body)?.[0]?.reason) ??
    null;

  const sell = async (rows: ConfigurationRows, asked: Partial<Imp>): Promise<[number, string | null | undefined]> => {
    const uid = useRows(rows);
    const body = JSON.stringify(buildBidRequest({ imp: [{ id: '1', ...asked }] }));
    const response = await fetch(`${serving.url}/rtb/${uid}`, { method: 'POST', body });
    await response.text();
    return [response.status, reasonIn(serving.traces[0]?.body)];
  };

  describe.each(paths)('of $name', ({ offer, hasDuration, isBid }) => {
    test.each([
      ['rqddurs', video({ rqddurs: [15, 30] })],
      ['poddur', video({ poddur: 60, maxseq: 2 })],
      ['podid', video({ podid: 'p', maxduration: 30 })],
      ['rqddurs of audio', audio({ rqddurs: [15, 30] })],
    ])('has no place in %s without a known duration', async (title, asked) => {
      if (title.endsWith('audio') && !isBid && hasDuration) return;
      expect(await sell(offer(partner, null), asked)).toEqual([204, 'duration']);
      const lost = () => partner.seen.map(({ url }) => url).filter((url) => url.startsWith('/lost'));
      await vi.waitFor(() => expect(lost()).toEqual(isBid ? ['/lost?code=200'] : []), { interval: 5 });
      if (hasDuration) expect(await sell(offer(partner, 30), asked)).toEqual([200, null]);
    });

    test('fits a range of durations', async () => {
      expect(await sell(offer(partner, null), video({ minduration: 5, maxduration: 30 }))).toEqual([200, null]);
    });

    test('has no place in a pod of GET /vast without a known duration', async () => {
      for (const podDuration of [60, null]) {
        for (const seconds of hasDuration ? [null, 30] : [null]) {
          const uid = useRows(offer(partner, seconds), { podSlots: 2, podDuration });
          const xml = await (await fetch(`${serving.url}/vast/${uid}`)).text();
          expect([seconds, xml.includes('<Wrapper')]).toEqual([seconds, seconds !== null]);
          expect(reasonIn(serving.traces[0]?.body)).toBe(seconds === null ? 'duration' : null);
        }
      }
    });
  });
});
