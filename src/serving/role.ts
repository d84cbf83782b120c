import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { budgetUnitOf } from '#engine/budget/budgetsOf.ts';
import { openSpool } from '#events/spool.ts';
import { createTokenSigner, createTokenVerifier, newServeId } from '#events/token.ts';
import { createLogger } from '#runtime/log/createLogger.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { Unready } from '#runtime/readiness.ts';
import { createConsentReader } from '#standards/privacy/consentReader.ts';
import { createBidPoster } from '#outbound/bidPoster.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import { openMediaReader } from '#storage/media/openMedia.ts';
import type { CounterChannel } from '#storage/counters/counterChannel.ts';
import { errorText } from '#runtime/log/describeError.ts';
import type { Config } from '../config.ts';
import { readAdtagFiles } from './adtag/adtagFiles.ts';
import { httpBudgetChannel } from './budget/httpBudgetChannel.ts';
import { startBudgets } from './budget/startBudgets.ts';
import { httpCounterChannel } from './delivery/httpCounterChannel.ts';
import { startDelivery } from './delivery/startDelivery.ts';
import { createErrorReports } from './errorReports.ts';
import { openTraffic } from './ivt/openTraffic.ts';
import { openControlPlane } from './controlPlane.ts';
import { httpContents } from './lists/httpContents.ts';
import { createListLoader } from './lists/listLoader.ts';
import { httpLearned } from './learned/httpLearned.ts';
import { startLearned } from './learned/startLearned.ts';
import { createOverloadGuard } from './overload.ts';
import { rememberedAgents } from './rememberedAgents.ts';
import { createSellerFiles } from './sellerFiles.ts';
import { createDealMemory } from './offeredDeals.ts';
import { createSightingMemory } from './sightings.ts';
import { openSnapshotFile } from './snapshotFile.ts';
import { httpSnapshotSource, type SnapshotFollower, startSnapshotFollower } from './snapshotFollower.ts';
import { startServing } from './startServing.ts';
import { createStoredMarkup } from './storedMarkup.ts';
import { createUrlQueue } from './notices/urlQueue.ts';
import { previewLifetimeMs } from '#model/buying/sealedPreview.ts';
import { createUrlSealer } from './notices/urlSealer.ts';

/** The built browser SDK. */
const adtagDir = fileURLToPath(new URL('../../dist/adtag', import.meta.url));
/** Days that click addresses lead on. */
const clickDays = 30;
/** The key that tokens are signed with. */
const keyId = 1;
/** Minimum free space with which the spool counts as writable. */
const minFreeBytes = 16 * 1024 * 1024;

/**
 * Starts one ad-serving process: ads, pixels and health on HOST:ADS_PORT. It starts with the state of its last run and
 * needs nobody to be there. `slot` names its own folders under DATA_DIR.
 */
export async function startServingRole(config: Config, slot: number): Promise<{ close(): Promise<void> }> {
  const logger = createLogger({ level: config.LOG_LEVEL, role: `serving ${slot}`, secrets: secretsOf(config) });
  const plane = openControlPlane(config.CONTROL_URL, config.secret);
  const monotonic = () => performance.now();
  const spoolDir = join(config.DATA_DIR, 'spool', String(slot));
  const spool = openSpool({ dir: spoolDir, onFull: (error) => logger.error(error.message) });
  const file = openSnapshotFile(join(config.DATA_DIR, 'snapshot', `${slot}.ndjson`), {
    pauseMs: 3000,
    now: monotonic,
    onError: (error) => logger.error(`the snapshot cannot be stored: ${errorText(error)}`),
  });
  const lists = createListLoader({
    folder: join(config.DATA_DIR, 'snapshot', String(slot), 'lists'),
    fetchContents: httpContents(plane),
    logger,
    now: monotonic,
  });
  const follower = await startSnapshotFollower({
    source: httpSnapshotSource(plane),
    file,
    lists,
    logger,
    now: monotonic,
    random: Math.random,
  });
  const base = {
    fetcher: createTagFetcher({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
    bids: createBidPoster({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
    now: Date.now,
    random: Math.random,
  };
  const traffic = await openTraffic(config, (text) => logger.warn(text));
  const errors = createUrlQueue(base.fetcher);
  const notices = createUrlQueue(base.fetcher);
  const reports = createErrorReports({ ...base, queue: errors });
  const client = randomUUID();
  const redis = config.REDIS_URL === undefined ? null : await openCounters(config.REDIS_URL);
  const delivery = await startDelivery({
    secret: config.secret,
    processes: config.SERVING_WORKERS,
    ...(redis
      ? { channel: redis.channelOf(client), peer: 'Redis' }
      : { channel: httpCounterChannel(plane, client), peer: 'The management API' }),
    path: join(config.DATA_DIR, 'snapshot', String(slot), 'counters'),
    logger,
    now: Date.now,
    monotonic,
  });
  const budgets = await startBudgets({
    channel: httpBudgetChannel(plane),
    path: join(config.DATA_DIR, 'snapshot', String(slot), 'budgets'),
    unitOf(campaignId) {
      const row = follower.snapshot().rows.campaign.get(campaignId);
      return row ? budgetUnitOf(row) : null;
    },
    logger,
    now: Date.now,
    monotonic,
  });
  const learned = startLearned({ ask: httpLearned(plane), snapshot: () => follower.snapshot(), logger });
  const overload = createOverloadGuard(
    { maxInFlight: 5000, maxBusyMs: config.OVERLOAD_MS, maxBurst: 50 },
    { now: monotonic, idle: () => performance.nodeTiming.idleTime },
  );
  const key = { secret: config.secret, keyId };
  const files = await openMediaReader(config.DATA_DIR, { url: config.MEDIA_URL, cacheMb: config.MEDIA_CACHE_MB });
  const media = {
    files,
    // Pages may stand open for days before their ad is clicked.
    clicks: createUrlSealer({ secret: config.secret, lifetimeMs: clickDays * 86_400_000, use: 'clicks' }),
    previews: createUrlSealer({ secret: config.secret, lifetimeMs: previewLifetimeMs, use: 'previews' }),
    consoleOrigin: config.CONSOLE_URL ? new URL(config.CONSOLE_URL).origin : null,
  };
  const server = await startServing(
    {
      ...base,
      ...traffic,
      reports,
      notices,
      consents: createConsentReader({ size: 10_000 }),
      readAgent: rememberedAgents(),
      isGpcEverywhere: config.GPC_EVERYWHERE,
      ownGvlId: config.GVL_ID ?? null,
      sealer: createUrlSealer({ secret: config.secret, lifetimeMs: config.TOKEN_LIFETIME_MINUTES * 60_000 }),
      prebidServerUrl: config.PREBID_SERVER_URL ?? null,
      postbid: { pix: config.POSTBID_PIX_URL ?? null, wh: config.POSTBID_WH_URL ?? null },
      adsUrl: config.ADS_URL,
      isProxyTrusted: config.TRUST_PROXY,
      sellerDomain: config.SELLER_DOMAIN,
      snapshot: () => follower.snapshot(),
      isSnapshotLoaded: () => follower.isLoaded(),
      markup: createStoredMarkup(),
      sellerFiles: createSellerFiles(config.SELLER_DOMAIN),
      adtag: await readAdtagFiles(adtagDir),
      sightings: createSightingMemory(),
      deals: createDealMemory(),
      media,
      delivery,
      budgets,
      learned: learned.at,
      spool,
      requiredChecks: { snapshot: async () => checkLoaded(follower), spool: () => checkWritable(spoolDir) },
      optionalDependencies: {
        ...(redis ? { redis: { ping: redis.ping, fallback: 'each process counts alone' } } : {}),
        control: { ping: () => plane.ping(), fallback: 'what was published last is served' },
      },
      signer: createTokenSigner(key),
      verifier: createTokenVerifier({ keys: [key], lifetimeMs: config.TOKEN_LIFETIME_MINUTES * 60_000 }),
      newServeId,
      traceShare: config.TRACE_SHARE,
      overload,
      logger,
    },
    { host: config.HOST, port: config.ADS_PORT },
  );
  return {
    async close() {
      await server.close();
      learned.close();
      await Promise.all([delivery.close(), budgets.close()]);
      await Promise.all([errors.close(), notices.close()]);
      await base.fetcher.close();
      await base.bids.close();
      await spool.close();
      await follower.close();
      await lists.close();
      await plane.close();
      await files.close();
    },
  };
}

/** The client is loaded where there is a server to speak to. */
async function openCounters(
  url: string,
): Promise<{ channelOf: (client: string) => CounterChannel; ping: () => Promise<void> }> {
  const { openRedis } = await import('#storage/counters/openRedis.ts');
  const { redisChannel } = await import('#storage/counters/redisChannel.ts');
  const connection = openRedis(url);
  return {
    channelOf: (client) => redisChannel(connection, client),
    ping: async () => void (await connection.sendCommand(['PING'])),
  };
}

function checkLoaded(follower: SnapshotFollower): void {
  if (!follower.isLoaded()) throw new Unready('not loaded yet');
}

async function checkWritable(folder: string): Promise<void> {
  const room = await access(folder, constants.W_OK)
    .then(() => statfs(folder))
    .catch(() => null);
  if (!room || room.bavail * room.bsize <= minFreeBytes) throw new Unready('cannot be written');
}
