import { createBudgetLedger, type BudgetLedger } from '#engine/budget/createBudgetLedger.ts';
import { leaseMs } from '#engine/budget/leaseTerms.ts';
import { buildAdexchange, buildCampaign, buildCreative, buildSupplier } from '#tests/support/engine/buildBuying.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildWaterfallRow,
  messagesOf,
  type ConfigurationRows,
} from '#tests/support/engine/buildRows.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { CampaignRow, SupplierRow } from '#model/index.ts';
import { createNodeBudgets } from '#serving/budget/nodeBudgets.ts';
import { createDelivery } from '#serving/delivery/createDelivery.ts';
import { createFrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import { createImpressionLog, type ImpressionLog } from '#storage/counters/impressionLog.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { bids, buildBidder, buildBidRequest, buildPageRequest, oneBid, type ReceivedBidRequest } from '../bidders.ts';
import { answers, startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, tokenKey, type TestServing } from '../testServing.ts';

/** The three endpoints for bid requests. */
export const openRtbEndpoints = ['prebid', 'rtb', 'bid'] as const;
export type OpenRtbEndpoint = (typeof openRtbEndpoints)[number];

/** An ad server whose counters can be inspected, and a partner that bids at each endpoint. */
export interface CountedServing {
  serving: TestServing;
  partner: TagServer;
  /** The requests to the partner. */
  received: ReceivedBidRequest[];
  ledger: BudgetLedger;
  log: ImpressionLog;
  clock: { now: number };
  /** Replaces the configuration: the partner is a tag of the channel and an ad exchange of the supplier. */
  useConfiguration(rows?: ConfigurationRows, supplier?: Partial<SupplierRow>): void;
  /** Replaces the configuration: one campaign buys from the supplier, with `grant` nano-USD of its budget leased. */
  useCampaign(grant: number, campaign?: Partial<CampaignRow>): void;
  send(endpoint: OpenRtbEndpoint, request?: Partial<BidRequest>): Promise<Response>;
  /** Sends a request that gets one bid. */
  bidOn(endpoint: OpenRtbEndpoint, request?: Partial<BidRequest>): Promise<Bid>;
  /** Calls a URL of ours in a bid. */
  call(url: string | undefined, init?: RequestInit): Promise<Response>;
  /** Clears records and requests. */
  reset(): void;
  close(): Promise<void>;
}

const channel = buildChannel();
const supplier = buildSupplier();
const paths = { prebid: '/openrtb2/auction', rtb: `/rtb/${channel.uid}`, bid: `/bid/${supplier.uid}` } as const;

/** Opens it. Its clock stands still; every request is in the sample of traces. */
export async function openCountedServing(): Promise<CountedServing> {
  const clock = { now: Date.parse('2026-03-10T12:00:00Z') };
  const partner = await startTagServer();
  const received: ReceivedBidRequest[] = [];
  const log = createImpressionLog();
  const ledger = createBudgetLedger(() => 'spend', { stored: [], now: clock.now });
  const now = () => clock.now;
  const serving = await startTestServing({
    now,
    random: () => 0.5,
    env: { TRACE_SHARE: '1', PREBID_SERVER_URL: partner.url, POSTBID_PIX_URL: 'https://pix.example/p' },
    budgets: createNodeBudgets({ ledger, now, notifyOthers: () => undefined }),
    delivery: createDelivery({
      counters: createFrequencyCounters(log, () => undefined),
      secret: tokenKey.secret,
      processes: () => 1,
      monotonic: now,
    }),
  });
  for (const path of ['/won', '/bill', '/lost']) partner.on(path, answers(''));
  const notices = {
    nurl: `${partner.url}/won?p=\${AUCTION_PRICE}`,
    burl: `${partner.url}/bill?p=\${AUCTION_PRICE}`,
    lurl: `${partner.url}/lost?l=\${AUCTION_LOSS}`,
  };
  const world: CountedServing = {
    serving,
    partner,
    received,
    ledger,
    log,
    clock,
    useConfiguration(rows = {}, more = {}) {
      const url = `${partner.url}/bid`;
      partner.on(
        '/bid',
        bids((request) => oneBid(request, { price: 2, ...notices }), received),
      );
      const configuration: ConfigurationRows = {
        demand: [
          buildAccount({
            ...{ priceReq: '0.01', priceImp: '0.02', pricePostbid: '0.50' },
            ...{ showPostbidPix: true, postbidPercent: 100 },
          }),
        ],
        advertiser: [buildAdvertiser()],
        channel: [{ ...channel, costModel: 'share', costShare: 70, postbidPix: true }],
        tag: [buildBidder(url, { id: 1, name: 'Exchange' })],
        waterfallRow: [buildWaterfallRow({ id: 1, tagId: 1 })],
        supplier: [{ ...supplier, ...more }],
        adexchange: [buildAdexchange({ endpoint: url, timeoutMs: 2000 })],
        ...rows,
      };
      for (const message of [{ type: 'reset' } as const, ...messagesOf(configuration)]) {
        applyMessage(serving.snapshot, message);
      }
    },
    useCampaign(grant, campaign = {}) {
      world.useConfiguration({ adexchange: [], campaign: [buildCampaign(campaign)], creative: [buildCreative()] });
      ledger.mayBid(campaign.id ?? 1, 1, clock.now);
      const lease = { campaignId: campaign.id ?? 1, unit: 'spend', grant, rate: null } as const;
      ledger.applyLeases([lease], { until: clock.now + leaseMs, countedTo: 0 });
    },
    send(endpoint, request = {}) {
      const body = endpoint === 'prebid' ? buildPageRequest(channel.uid, request) : buildBidRequest(request);
      return fetch(serving.url + paths[endpoint], { method: 'POST', body: JSON.stringify(body) });
    },
    async bidOn(endpoint, request) {
      const response = await world.send(endpoint, request);
      const { seatbid } = response.status === 200 ? ((await response.json()) as BidResponse) : {};
      const [bid, ...others] = seatbid?.[0]?.bid ?? [];
      if (!bid || others.length > 0) throw new Error('not exactly one bid');
      return bid;
    },
    call(url = '', init = {}) {
      const filled = url.replace('${AUCTION_PRICE}', '1').replace('${AUCTION_LOSS}', '102');
      return fetch(filled.replace('https://ads.example', serving.url), { redirect: 'manual', ...init });
    },
    reset() {
      for (const list of [serving.serves, serving.events, serving.traces, serving.tests, received, partner.seen])
        list.length = 0;
    },
    async close() {
      await serving.close();
      await partner.close();
    },
  };
  return world;
}

/** Our URLs for the events of an ad and for notices of its bidder, in the order of its markup. */
export function ourUrlsIn({ adm = '' }: Bid): string[] {
  return [...adm.matchAll(/https:\/\/ads\.example\/[enc]\/[\w./-]+(?:\?[\w.=${}&-]*)?/g)].map(([url]) => url);
}
