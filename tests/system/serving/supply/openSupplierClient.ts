import { expect } from 'vitest';
import { buildAdexchange, buildCampaign, buildCreative, buildSupplier } from '#tests/support/engine/buildBuying.ts';
import { buildAccount, buildAdvertiser, messagesOf, type ConfigurationRows } from '#tests/support/engine/buildRows.ts';
import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { CandidateOutcome } from '#events/record/records.ts';
import type { AdexchangeRow, CampaignRow, SupplierRow } from '#model/index.ts';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import type { BidRequest } from '#standards/openrtb/types.ts';
import { bids, buildBidRequest, oneBid, type ReceivedBidRequest } from '../bidders.ts';
import { startTagServer, type TagServer } from '../tagServer.ts';
import { startTestServing, type TestServing } from '../testServing.ts';

/** A supplier that calls an ad server in this process, with an ad exchange behind it. */
export interface SupplierClient {
  uid: string;
  serving: TestServing;
  /** Base URL of the ad exchange, which bids at /bid. */
  buyer: TagServer;
  /** Bid requests to the ad exchange. */
  received: ReceivedBidRequest[];
  /** Clears records and requests; the ad exchange bids $2 again. */
  reset(): void;
  answerWith(answer: (request: BidRequest) => object | null): void;
  /** Replaces the configuration by an account with one supplier and these rows. */
  useConfiguration(rows: ConfigurationRows): void;
  exchange(overrides?: Partial<AdexchangeRow>): AdexchangeRow;
  useExchange(supplier?: Partial<SupplierRow>, exchange?: Partial<AdexchangeRow>): void;
  useCampaign(campaign?: Partial<CampaignRow>, more?: ConfigurationRows): void;
  send(request?: object | string, headers?: Record<string, string>, uid?: string): Promise<Response>;
  /** Sends a request that gets one bid. */
  requestBid(request?: BidRequest): Promise<Bid>;
  /** The last outcome of the first ad exchange. */
  exchangeOutcome(): CandidateOutcome | undefined;
  close(): Promise<void>;
}

/** Opens it. */
export async function openSupplierClient(): Promise<SupplierClient> {
  const { uid } = buildSupplier();
  const buyer = await startTagServer();
  const serving = await startTestServing();
  const received: ReceivedBidRequest[] = [];
  const client: SupplierClient = {
    uid,
    serving,
    buyer,
    received,
    reset() {
      received.length = 0;
      serving.serves.length = 0;
      serving.events.length = 0;
      buyer.seen.length = 0;
      client.answerWith((request) => oneBid(request, { price: 2 }));
    },
    answerWith: (answer) => buyer.on('/bid', bids(answer, received)),
    useConfiguration(rows) {
      const configuration = {
        demand: [buildAccount()],
        advertiser: [buildAdvertiser()],
        supplier: [buildSupplier()],
        ...rows,
      };
      for (const message of [{ type: 'reset' } as const, ...messagesOf(configuration)]) {
        applyMessage(serving.snapshot, message);
      }
    },
    exchange: (overrides = {}) => buildAdexchange({ endpoint: `${buyer.url}/bid`, timeoutMs: 2000, ...overrides }),
    useExchange: (supplier = {}, overrides = {}) =>
      client.useConfiguration({ supplier: [buildSupplier(supplier)], adexchange: [client.exchange(overrides)] }),
    useCampaign: (campaign = {}, more = {}) =>
      client.useConfiguration({ campaign: [buildCampaign(campaign)], creative: [buildCreative()], ...more }),
    send: (request = buildBidRequest(), headers = {}, to = uid) =>
      fetch(`${serving.url}/bid/${to}`, {
        method: 'POST',
        body: typeof request === 'string' ? request : JSON.stringify(request),
        headers,
      }),
    async requestBid(request = buildBidRequest()) {
      const response = await client.send(request);
      expect(response.status).toBe(200);
      const [bid, ...others] = ((await response.json()) as BidResponse).seatbid?.[0]?.bid ?? [];
      if (!bid || others.length > 0) throw new Error('not exactly one bid');
      return bid;
    },
    exchangeOutcome: () => serving.serves.at(-1)?.candidates.find(({ adexchangeId }) => adexchangeId === 1),
    async close() {
      await serving.close();
      await buyer.close();
    },
  };
  return client;
}
