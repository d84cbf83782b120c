import { createAdPerformance } from '#engine/buying/createAdPerformance.ts';
import { createBudgetLedger } from '#engine/budget/createBudgetLedger.ts';
import { applyMessage, emptySnapshot } from '#engine/snapshot/snapshot.ts';
import { encodeRecord } from '#events/record/recordCodec.ts';
import type { SpoolRecord } from '#events/record/records.ts';
import { createBidPoster } from '#outbound/bidPoster.ts';
import type { TagFetcher } from '#outbound/fetchTag.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { createFrequencyCounters } from '#storage/counters/frequencyCounters.ts';
import { createImpressionLog } from '#storage/counters/impressionLog.ts';
import { createNodeBudgets } from '../budget/nodeBudgets.ts';
import { createDelivery } from '../delivery/createDelivery.ts';
import { createOverloadGuard } from '../http/overload.ts';
import { createIvtDetector } from '../ivt/ivtDetector.ts';
import type { ServingStores } from '../openServing.ts';
import { rehearsalRows } from './rehearsalRows.ts';
import { rehearsalVast } from './rehearsalVast.ts';

const none: ReadonlySet<string> = new Set();
/** A few thousand impressions: a rehearsal counts those of its own viewers. */
const logSize = { generation: 4096, generations: 2, seconds: 3600 };

/**
 * The stores of a rehearsal: a configuration of its own, in memory, and records that are encoded and discarded. Nothing
 * that it does is stored, counted or logged, and only its own bidders are called. `locate` is that of the process.
 */
export function rehearsalStores({
  locate,
  secret,
  biddersUrl,
}: Pick<ServingStores, 'locate'> & { secret: string; biddersUrl: string }): ServingStores {
  const snapshot = emptySnapshot();
  for (const row of rehearsalRows(biddersUrl)) applyMessage(snapshot, row);
  const monotonic = () => performance.now();
  const discard = async (record: SpoolRecord) => void encodeRecord(record);
  const lists = { blockedIps: none, blockedAgents: none, trustedIps: none };
  return {
    fetcher: createOwnTags(),
    bids: createBidPoster({ allowPrivateAddresses: true }),
    snapshot: () => snapshot,
    isSnapshotLoaded: () => true,
    spool: { append: discard, appendDurably: discard },
    delivery: createDelivery({
      counters: createFrequencyCounters(createImpressionLog(logSize), () => undefined),
      secret,
      processes: () => 1,
      monotonic,
    }),
    budgets: createNodeBudgets({
      ledger: createBudgetLedger(() => null, { stored: [], now: 0 }),
      now: Date.now,
      notifyOthers: () => undefined,
    }),
    adPerformance: createAdPerformance({ creatives: [], places: [] }),
    locate,
    traffic: createIvtDetector({ lists, locate, maxPerMinute: Infinity, salt: '' }),
    files: { stat: async () => null, read: async () => null, close: async () => undefined },
    vendorLists: () => [],
    bidCache: { put: async () => null, get: async () => null, close: async () => undefined },
    noticeClaims: { claim: async () => true },
    handOnDeletion: async () => ({ status: 503, acknowledgement: null }),
    adtag: { script: null, frame: null, preview: null },
    overload: createOverloadGuard(
      { maxInFlight: Infinity, maxBusyMs: Infinity, maxBurst: 0 },
      { now: monotonic, idle: () => 0 },
    ),
    requiredChecks: {},
    optionalDependencies: {},
    logger: createLogger({ level: 'silent', role: 'rehearsal' }),
  };
}

/** The ad tags of a rehearsal: each call returns an ad, without a network. */
function createOwnTags(): TagFetcher {
  let serial = 0;
  return {
    async fetchTag() {
      serial += 1;
      return { ok: true, text: rehearsalVast(serial) };
    },
    probe: async () => null,
    close: async () => undefined,
  };
}
