import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { budgetUnitOf } from '#engine/budget/budgetsOf.ts';
import { openSpool } from '#events/spool/spool.ts';
import { createBidPoster } from '#outbound/bidPoster.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import type { Metrics } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import { Unready } from '#runtime/readiness.ts';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { BidCache } from '#storage/bidCache/bidCache.ts';
import { openFileBidCache } from '#storage/bidCache/fileBidCache.ts';
import { openRedisBidCache } from '#storage/bidCache/redisBidCache.ts';
import type { AdNotices } from '#storage/notices/redisAdNotices.ts';
import type { CounterTransport } from '#storage/counters/counterTransport.ts';
import { openMediaReader } from '#storage/media/openMedia.ts';
import type { NoticeClaims } from '#storage/notices/noticeClaims.ts';
import type { Config } from '../config.ts';
import { readAdtagFiles } from './adtag/adtagFiles.ts';
import { httpBudgetTransport } from './budget/httpBudgetTransport.ts';
import { startBudgets } from './budget/startBudgets.ts';
import { withSharedNotices } from './budget/withSharedNotices.ts';
import { type ControlPlane, openControlPlane } from './snapshot/controlPlane.ts';
import { httpDeletions } from './deletion/httpDeletions.ts';
import { httpCounterTransport } from './delivery/httpCounterTransport.ts';
import { httpNoticeClaims } from './notices/httpNoticeClaims.ts';
import { startDelivery } from './delivery/startDelivery.ts';
import { openTraffic } from './ivt/openTraffic.ts';
import { createTrafficListLoader } from './ivt/trafficListLoader.ts';
import { httpAdPerformance } from './adPerformance/httpAdPerformance.ts';
import { startAdPerformance } from './adPerformance/startAdPerformance.ts';
import { httpContents } from './lists/httpContents.ts';
import { createListLoader } from './lists/listLoader.ts';
import type { ServingStores } from './openServing.ts';
import { readServingGauges } from './metrics/readServingGauges.ts';
import { createOverloadGuard } from './http/overload.ts';
import { openSnapshotFile } from './snapshot/snapshotFile.ts';
import { httpSnapshotSource, startSnapshotFollower } from './snapshot/snapshotFollower.ts';
import { mergeVendorLists } from './vendorLists/mergeVendorLists.ts';
import { openVendorLists } from './vendorLists/openVendorLists.ts';

/** The built browser SDK. */
const adtagDir = fileURLToPath(new URL('../../dist/adtag', import.meta.url));
/** Minimum free space with which the spool counts as writable. */
const minFreeBytes = 16 * 1024 * 1024;

/**
 * Opens the stores of one ad-serving process: its own folders under DATA_DIR, named by `slot`, and the management API,
 * which may be unavailable. It starts with the state of its last run. Throws SettingsConflict if the management API has
 * another secret.
 */
export async function openServingStores(
  config: Config,
  slot: number,
  metrics: Metrics | null = null,
): Promise<ServingStores & { takeOver(slot: number): Promise<void>; close(): Promise<void> }> {
  const logger = createLogger({ level: config.LOG_LEVEL, role: `serving ${slot}`, secrets: secretsOf(config) });
  const plane = openControlPlane(config.CONTROL_URL, config.secret);
  await checkSecret(plane);
  const monotonic = () => performance.now();
  const spoolDir = join(config.DATA_DIR, 'spool', String(slot));
  const rejections = metrics?.counter(metricCatalog.spoolRejections);
  const spool = openSpool({
    dir: spoolDir,
    onFull(error) {
      rejections?.add();
      logger.error(error.message);
    },
  });
  const file = openSnapshotFile(join(config.DATA_DIR, 'snapshot', `${slot}.ndjson`), {
    pauseMs: 3000,
    now: monotonic,
    onError: (error) => logger.error(`the snapshot could not be stored: ${errorText(error)}`),
  });
  const lists = createListLoader({
    folder: join(config.DATA_DIR, 'snapshot', String(slot), 'lists'),
    fetchContents: httpContents(plane),
    logger,
    now: monotonic,
  });
  const trafficLists = createTrafficListLoader({
    folder: join(config.DATA_DIR, 'snapshot', String(slot), 'trafficLists'),
    plane,
    logger,
    now: monotonic,
  });
  const follower = await startSnapshotFollower({
    source: httpSnapshotSource(plane),
    file,
    lists: [lists, trafficLists],
    logger,
    now: monotonic,
    random: Math.random,
  });
  const fetcher = createTagFetcher({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES });
  const bids = createBidPoster({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES });
  const traffic = await openTraffic(
    config,
    (text) => logger.warn(text),
    () => trafficLists.lists(),
  );
  const client = randomUUID();
  const redis =
    config.REDIS_URL === undefined ? null : await openSharedRedis(config.REDIS_URL, config.TOKEN_LIFETIME_MINUTES * 60);
  const delivery = await startDelivery({
    secret: config.secret,
    processes: config.SERVING_WORKERS,
    ...(redis
      ? { transport: redis.transportOf(client), peer: 'Redis' }
      : { transport: httpCounterTransport(plane, client), peer: 'The management API' }),
    path: join(config.DATA_DIR, 'snapshot', String(slot), 'counters'),
    logger,
    now: Date.now,
    monotonic,
  });
  const budgets = await startBudgets({
    transport: redis ? withSharedNotices(httpBudgetTransport(plane), redis.adNotices) : httpBudgetTransport(plane),
    path: budgetsPath(config, slot),
    unitOf(campaignId) {
      const row = follower.snapshot().rows.campaign.get(campaignId);
      return row ? budgetUnitOf(row) : null;
    },
    logger,
    now: Date.now,
    monotonic,
  });
  const adPerformance = startAdPerformance({
    fetchPerformance: httpAdPerformance(plane),
    snapshot: () => follower.snapshot(),
    logger,
  });
  const overload = createOverloadGuard(
    { maxInFlight: 5000, maxBusyMs: config.OVERLOAD_MS, maxBurst: 50 },
    { now: monotonic, idle: () => performance.nodeTiming.idleTime },
  );
  const bidCache =
    redis?.bidCache ??
    openFileBidCache({
      folder: join(config.DATA_DIR, 'bid-cache'),
      slot,
      maxBytes: (config.CACHE_MB * 1024 * 1024) / config.SERVING_WORKERS,
      now: Date.now,
      onFailure: (error) => logger.warn(`A bid could not be cached: ${errorText(error)}`),
    });
  const vendorFiles = await openVendorLists(config.GVL_FILE, (text) => logger.warn(text));
  const vendorLists = mergeVendorLists(vendorFiles.current, () => trafficLists.lists().vendors);
  const files = await openMediaReader(config.DATA_DIR, {
    url: config.MEDIA_URL,
    cacheMb: config.MEDIA_CACHE_MB,
    ...(metrics ? { onRead: countMediaReads(metrics) } : {}),
  });
  metrics?.gauges(() =>
    readServingGauges(metrics.process, { follower, budgets, bids, vendorLists, now: monotonic, time: Date.now }),
  );
  return {
    ...traffic,
    snapshot: () => follower.snapshot(),
    isSnapshotLoaded: () => follower.isLoaded(),
    spool,
    delivery,
    budgets,
    adPerformance: adPerformance.at,
    fetcher,
    bids,
    files,
    adtag: await readAdtagFiles(adtagDir),
    vendorLists,
    bidCache,
    noticeClaims: redis?.noticeClaims ?? httpNoticeClaims(plane),
    handOnDeletion: httpDeletions(plane),
    overload,
    requiredChecks: { spool: () => checkWritable(spoolDir) },
    optionalDependencies: {
      ...(redis ? { redis: { ping: redis.ping, fallback: 'each process counts on its own' } } : {}),
      control: { ping: () => plane.ping(), fallback: 'the last published state is served' },
    },
    logger,
    takeOver: (ended) => budgets.takeOver(budgetsPath(config, ended)),
    async close() {
      adPerformance.close();
      vendorFiles.close();
      await Promise.all([delivery.close(), budgets.close()]);
      await fetcher.close();
      await bids.close();
      await spool.close();
      await follower.close();
      await lists.close();
      await trafficLists.close();
      await plane.close();
      await files.close();
      await bidCache.close();
    },
  };
}

async function checkSecret(plane: ControlPlane): Promise<void> {
  const failure = await withTimeout(
    1000,
    plane.ping().catch((error: unknown) => error),
  );
  if (!(failure instanceof SettingsConflict)) return;
  await plane.close();
  throw failure;
}

function countMediaReads(metrics: Metrics): (isHit: boolean) => void {
  const hits = metrics.counter(metricCatalog.cacheReads, 'media', 'hit');
  const misses = metrics.counter(metricCatalog.cacheReads, 'media', 'miss');
  return (isHit) => (isHit ? hits : misses).add();
}

/** File of the budget reservations of a process. */
function budgetsPath({ DATA_DIR }: Config, slot: number): string {
  return join(DATA_DIR, 'snapshot', String(slot), 'budgets');
}

/** The Redis client is loaded only where REDIS_URL is set. */
async function openSharedRedis(
  url: string,
  noticeSeconds: number,
): Promise<{
  transportOf: (client: string) => CounterTransport;
  adNotices: AdNotices;
  bidCache: BidCache;
  noticeClaims: NoticeClaims;
  ping: () => Promise<void>;
}> {
  const { openRedis } = await import('#storage/counters/openRedis.ts');
  const { redisCounterTransport } = await import('#storage/counters/redisCounterTransport.ts');
  const { redisNoticeClaims } = await import('#storage/notices/redisNoticeClaims.ts');
  const { redisAdNotices } = await import('#storage/notices/redisAdNotices.ts');
  const connection = openRedis(url);
  return {
    transportOf: (client) => redisCounterTransport(connection, client),
    adNotices: redisAdNotices(connection),
    bidCache: openRedisBidCache(connection),
    noticeClaims: redisNoticeClaims(connection, noticeSeconds),
    ping: async () => void (await connection.sendCommand(['PING'])),
  };
}

async function checkWritable(folder: string): Promise<void> {
  const room = await access(folder, constants.W_OK)
    .then(() => statfs(folder))
    .catch(() => null);
  if (!room || room.bavail * room.bsize <= minFreeBytes) throw new Unready('cannot be written');
}
