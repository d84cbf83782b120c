import { applyMessage, emptySnapshot } from '#engine/snapshot/snapshot.ts';
import type { Snapshot } from '#engine/snapshot/snapshotState.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildWaterfallRow,
  messagesOf,
  type ConfigurationRows,
} from '#tests/support/engine/buildRows.ts';
import type { EventRecord, ServeRecord, SpoolRecord, TestRecord, TraceRecord } from '#events/record/records.ts';
import { newServeId } from '#events/token/token.ts';
import type { ChannelRow, DemandAccountRow, TagRow } from '#model/index.ts';
import { createAdPerformance } from '#engine/buying/createAdPerformance.ts';
import { createBudgetLedger } from '#engine/budget/createBudgetLedger.ts';
import { createBidPoster } from '#outbound/bidPoster.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { createNodeBudgets } from '#serving/budget/nodeBudgets.ts';
import { createDelivery } from '#serving/delivery/createDelivery.ts';
import { openServing, type ServingClock, type ServingStores } from '#serving/openServing.ts';
import { createOverloadGuard } from '#serving/http/overload.ts';
import { createFrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import { createImpressionLog } from '#storage/counters/impressionLog.ts';
import { readConfig } from '../../../src/config.ts';

/** An ad server in this process, and its records. */
export interface TestServing {
  url: string;
  snapshot: Snapshot;
  serves: ServeRecord[];
  events: EventRecord[];
  traces: TraceRecord[];
  /** Test requests and hits on their ads. */
  tests: TestRecord[];
  /** Replaces the configuration by one account with one channel and these tags in its tier 1. */
  useTags(tags: TagRow[], channel?: Partial<ChannelRow>, account?: Partial<DemandAccountRow>): void;
  /** Sends a request to channel 1 with a query. */
  requestAd(query?: string, init?: RequestInit): Promise<{ response: Response; xml: string; record: ServeRecord }>;
  close(): Promise<void>;
}

/** Key of the tokens that the test server signs. */
export const tokenKey = { secret: 'ab'.repeat(32), keyId: 1 };
/** Validity of its tokens in milliseconds. */
export const tokenLifetimeMs = 3_600_000;

/** Settings of a test, and its replacements of the in-memory stores, the clock and random numbers. */
export type TestServingOptions = { env?: Record<string, string> } & Partial<ServingStores & ServingClock>;

const settings = {
  HOST: '127.0.0.1',
  ADS_PORT: '0',
  ADS_URL: 'https://ads.example',
  SELLER_DOMAIN: 'ssp.example',
  SECRET: tokenKey.secret,
  TOKEN_LIFETIME_MINUTES: String(tokenLifetimeMs / 60_000),
  ALLOW_PRIVATE_ADDRESSES: '1',
  TRACE_SHARE: '0',
};

/** Starts ad serving of the product with its records in memory, on a free port unless `env` names one. */
export async function startTestServing({ env, ...own }: TestServingOptions = {}): Promise<TestServing> {
  const config = readConfig({ ...settings, ...env }, { isDemo: false });
  const snapshot = emptySnapshot();
  const serves: ServeRecord[] = [];
  const events: EventRecord[] = [];
  const traces: TraceRecord[] = [];
  const tests: TestRecord[] = [];
  const storeRecord = async (record: SpoolRecord) => {
    if (record.type === 'serve') serves.push(record);
    else if (record.type === 'trace') traces.push(record);
    else if (record.type === 'test') tests.push(record);
    else events.push(record);
  };
  const monotonic = () => performance.now();
  const stores: ServingStores & ServingClock = {
    now: Date.now,
    random: Math.random,
    newServeId,
    snapshot: () => snapshot,
    isSnapshotLoaded: () => true,
    spool: { append: storeRecord, appendDurably: storeRecord },
    delivery: createDelivery({
      counters: createFrequencyCounters(createImpressionLog(), () => undefined),
      secret: config.secret,
      processes: () => 1,
      monotonic,
    }),
    budgets: createNodeBudgets({
      ledger: createBudgetLedger(() => null, { stored: [], now: 0 }),
      now: Date.now,
      notifyOthers: () => undefined,
    }),
    adPerformance: createAdPerformance({ creatives: [], places: [] }),
    locate: () => null,
    traffic: { detect: () => 'valid', isPartner: () => false },
    fetcher: createTagFetcher({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
    bids: createBidPoster({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
    files: { stat: async () => null, read: async () => null, close: async () => undefined },
    vendorLists: () => [],
    bidCache: { put: async () => null, get: async () => null, close: async () => undefined },
    noticeClaims: { claim: async () => true },
    handOnDeletion: async () => ({ status: 503, acknowledgement: null }),
    adtag: { script: null, frame: null, preview: null },
    // The load of a test's process is not a property of the product.
    overload: createOverloadGuard(
      { maxInFlight: Infinity, maxBusyMs: Infinity, maxBurst: 0 },
      { now: monotonic, idle: () => 0 },
    ),
    requiredChecks: {},
    optionalDependencies: {},
    logger: createLogger({ level: 'error', role: 'test' }),
    ...own,
  };
  const server = await openServing(config, stores, stores, { host: config.HOST, port: config.ADS_PORT });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    snapshot,
    serves,
    events,
    traces,
    tests,
    useTags(tags, channel, account) {
      const rows: ConfigurationRows = {
        demand: [buildAccount({ priceReq: '0.01', priceImp: '0.02', ...account })],
        advertiser: [buildAdvertiser()],
        channel: [buildChannel({ costModel: 'share', costShare: 70, ...channel })],
        tag: tags,
        waterfallRow: tags.map(({ id }) => buildWaterfallRow({ id, tagId: id })),
      };
      for (const message of [{ type: 'reset' } as const, ...messagesOf(rows)]) applyMessage(snapshot, message);
    },
    async requestAd(query = '', init) {
      const count = serves.length;
      const response = await fetch(`${url}/vast/${buildChannel().uid}${query && `?${query}`}`, init);
      const xml = await response.text();
      const record = serves[count];
      if (!record || serves.length !== count + 1) throw new Error('not exactly one serve record');
      return { response, xml, record };
    },
    async close() {
      await server.close();
      await stores.fetcher.close();
      await stores.bids.close();
    },
  };
}
