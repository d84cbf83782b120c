import { applyMessage, emptySnapshot, type Snapshot } from '#engine/snapshot.ts';
import {
  buildAccount,
  buildAdvertiser,
  buildChannel,
  buildWaterfallRow,
  messagesOf,
  type NetworkRows,
} from '#engine/scenarios/buildRows.ts';
import type { EventRecord, ServeRecord, SpoolRecord, TraceRecord } from '#events/records.ts';
import { createTokenSigner, createTokenVerifier, newServeId } from '#events/token.ts';
import { previewLifetimeMs } from '#model/buying/sealedPreview.ts';
import type { ChannelRow, DemandAccountRow, TagRow } from '#model/index.ts';
import { createLearned } from '#engine/buying/createLearned.ts';
import { createBook } from '#engine/budget/createBook.ts';
import { createNodeBudgets } from '#serving/budget/nodeBudgets.ts';
import { createRateLimiter } from '#serving/delivery/rateLimiter.ts';
import { createViewerKeys } from '#serving/delivery/viewerKeys.ts';
import { createErrorReports } from '#serving/errorReports.ts';
import { createFrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import { createImpressionLog } from '#storage/counters/impressionLog.ts';
import { readUserAgent } from '#standards/userAgent.ts';
import { createConsentReader } from '#standards/privacy/consentReader.ts';
import { createBidPoster } from '#outbound/bidPoster.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import type { ServingDeps } from '#serving/servingDeps.ts';
import { createSellerFiles } from '#serving/sellerFiles.ts';
import { createDealMemory } from '#serving/offeredDeals.ts';
import { createSightingMemory } from '#serving/sightings.ts';
import { startServing } from '#serving/startServing.ts';
import { createUrlQueue } from '#serving/notices/urlQueue.ts';
import { createUrlSealer } from '#serving/notices/urlSealer.ts';
import { createStoredMarkup } from '#serving/storedMarkup.ts';

/** A server of ads in this process, and what it has recorded. */
export interface TestServing {
  url: string;
  snapshot: Snapshot;
  serves: ServeRecord[];
  events: EventRecord[];
  traces: TraceRecord[];
  /** Replaces the network by one account with one channel and these tags in its tier 1. */
  useTags(tags: TagRow[], channel?: Partial<ChannelRow>, account?: Partial<DemandAccountRow>): void;
  /** Asks channel 1 with a query. */
  ask(query?: string, init?: RequestInit): Promise<{ response: Response; xml: string; record: ServeRecord }>;
  close(): Promise<void>;
}

/** Key of the tokens that the test server signs. */
export const tokenKey = { secret: 'ab'.repeat(32), keyId: 1 };
/** How long its tokens count, in milliseconds. */
export const tokenLifetimeMs = 3_600_000;

/** Starts a server whose records are kept in memory, on a free port unless one is named. */
export async function startTestServing(overrides: Partial<ServingDeps> = {}, port = 0): Promise<TestServing> {
  const snapshot = emptySnapshot();
  const serves: ServeRecord[] = [];
  const events: EventRecord[] = [];
  const traces: TraceRecord[] = [];
  const keep = (record: SpoolRecord) => {
    if (record.type === 'serve') serves.push(record);
    else if (record.type === 'trace') traces.push(record);
    else events.push(record);
  };
  const fetcher = overrides.fetcher ?? createTagFetcher({ allowPrivateAddresses: true });
  const bids = overrides.bids ?? createBidPoster({ allowPrivateAddresses: true });
  const base = { fetcher, bids, now: Date.now, random: Math.random };
  const errors = createUrlQueue(fetcher);
  const notices = createUrlQueue(fetcher);
  const reports = createErrorReports({ ...base, queue: errors });
  const server = await startServing(
    {
      ...base,
      reports,
      notices,
      consents: createConsentReader({ size: 100 }),
      isGpcEverywhere: true,
      ownGvlId: null,
      sealer: createUrlSealer({ secret: tokenKey.secret, lifetimeMs: tokenLifetimeMs }),
      prebidServerUrl: null,
      postbid: { pix: null, wh: null },
      adsUrl: 'https://ads.example',
      isProxyTrusted: false,
      sellerDomain: 'ssp.example',
      snapshot: () => snapshot,
      isSnapshotLoaded: () => true,
      markup: createStoredMarkup(),
      sellerFiles: createSellerFiles('platform.example'),
      adtag: { script: null, frame: null, preview: null },
      sightings: createSightingMemory(),
      deals: createDealMemory(),
      learned: createLearned({ creatives: [], places: [] }),
      budgets: createNodeBudgets({
        book: createBook(() => null, { kept: [], now: 0 }),
        now: Date.now,
        tellOthers: () => undefined,
      }),
      media: {
        files: { stat: async () => null, read: async () => null, close: async () => undefined },
        clicks: createUrlSealer({ secret: tokenKey.secret, lifetimeMs: tokenLifetimeMs, use: 'clicks' }),
        previews: createUrlSealer({ secret: tokenKey.secret, lifetimeMs: previewLifetimeMs, use: 'previews' }),
        consoleOrigin: null,
      },
      delivery: {
        counters: createFrequencyCounters(createImpressionLog(), () => undefined),
        viewers: createViewerKeys(tokenKey.secret),
        limiter: createRateLimiter({ now: () => performance.now(), processes: () => 1 }),
      },
      locate: () => null,
      readAgent: readUserAgent,
      traffic: { judge: () => 'valid', isPartner: () => false },
      spool: {
        append: async (record) => keep(record),
        appendDurably: async (record) => keep(record),
      },
      requiredChecks: {},
      optionalDependencies: {},
      signer: createTokenSigner(tokenKey),
      verifier: createTokenVerifier({ keys: [tokenKey], lifetimeMs: tokenLifetimeMs }),
      newServeId,
      traceShare: 0,
      overload: { isOverloaded: () => false, enter: () => undefined, leave: () => undefined },
      logger: createLogger({ level: 'error', role: 'test' }),
      ...overrides,
    },
    { host: '127.0.0.1', port },
  );
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    snapshot,
    serves,
    events,
    traces,
    useTags(tags, channel, account) {
      const rows: NetworkRows = {
        demand: [buildAccount({ priceReq: '0.01', priceImp: '0.02', ...account })],
        advertiser: [buildAdvertiser()],
        channel: [buildChannel({ costModel: 'share', costShare: 70, ...channel })],
        tag: tags,
        waterfallRow: tags.map(({ id }) => buildWaterfallRow({ id, tagId: id })),
      };
      for (const message of [{ type: 'reset' } as const, ...messagesOf(rows)]) applyMessage(snapshot, message);
    },
    async ask(query = '', init) {
      const count = serves.length;
      const response = await fetch(`${url}/vast/${buildChannel().uid}${query && `?${query}`}`, init);
      const xml = await response.text();
      const record = serves[count];
      if (!record || serves.length !== count + 1) throw new Error('not exactly one serve record');
      return { response, xml, record };
    },
    async close() {
      await server.close();
      await Promise.all([errors.close(), notices.close()]);
      await fetcher.close();
      await bids.close();
    },
  };
}
