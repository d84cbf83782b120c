import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { openSpool } from '#events/spool.ts';
import { createTokenSigner, createTokenVerifier, newServeId } from '#events/token.ts';
import { createTagFetcher } from '#outbound/fetchTag.ts';
import type { Config } from '../config.ts';
import { createErrorReports } from './errorReports.ts';
import { httpContents } from './lists/httpContents.ts';
import { createListLoader } from './lists/listLoader.ts';
import { createLogger } from './logger.ts';
import { createOverloadGuard } from './overload.ts';
import { createSightingMemory } from './sightings.ts';
import { openSnapshotFile } from './snapshotFile.ts';
import { httpSnapshotSource, startSnapshotFollower } from './snapshotFollower.ts';
import { startServing } from './startServing.ts';
import { createStoredMarkup } from './storedMarkup.ts';

/** The key that tokens are signed with. */
const keyId = 1;
/** Least free space with which the spool counts as writable. */
const leastFreeBytes = 16 * 1024 * 1024;

/**
 * Starts one ad-serving process: ads, pixels and health on HOST:ADS_PORT. It starts with the state of its last run and
 * needs nobody to be there. `slot` names its own folders under DATA_DIR.
 */
export async function startServingRole(config: Config, slot: number): Promise<{ close(): Promise<void> }> {
  const logger = createLogger(config.LOG_LEVEL, `serving ${slot}`);
  const monotonic = () => performance.now();
  const spoolDir = join(config.DATA_DIR, 'spool', String(slot));
  const spool = openSpool({ dir: spoolDir, onFull: (error) => logger.error(error.message) });
  const file = openSnapshotFile(join(config.DATA_DIR, 'snapshot', `${slot}.ndjson`), {
    pauseMs: 3000,
    now: monotonic,
    onError: (error) => logger.error(`the snapshot cannot be kept: ${String(error)}`),
  });
  const lists = createListLoader({
    folder: join(config.DATA_DIR, 'snapshot', String(slot), 'lists'),
    fetchContents: httpContents(config.CONTROL_URL, config.secret),
    logger,
    now: monotonic,
  });
  const follower = await startSnapshotFollower({
    source: httpSnapshotSource(config.CONTROL_URL, config.secret),
    file,
    lists,
    logger,
    now: monotonic,
    random: Math.random,
  });
  const base = {
    fetcher: createTagFetcher({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES }),
    now: Date.now,
    random: Math.random,
  };
  const reports = createErrorReports(base);
  const overload = createOverloadGuard({ maxInFlight: 5000, maxDelayMs: 80 }, monotonic);
  const key = { secret: config.secret, keyId };
  const server = await startServing(
    {
      ...base,
      reports,
      adsUrl: config.ADS_URL,
      isProxyTrusted: config.TRUST_PROXY,
      snapshot: () => follower.snapshot(),
      isSnapshotLoaded: () => follower.isLoaded(),
      markup: createStoredMarkup(),
      sightings: createSightingMemory(),
      spool,
      isSpoolWritable: () => isWritable(spoolDir),
      signer: createTokenSigner(key),
      verifier: createTokenVerifier({ keys: [key], lifetimeMs: config.TOKEN_LIFETIME_MINUTES * 60_000 }),
      newServeId,
      overload,
      logger,
    },
    { host: config.HOST, port: config.ADS_PORT },
  );
  return {
    async close() {
      await server.close();
      overload.close();
      reports.close();
      await base.fetcher.close();
      await spool.close();
      await follower.close();
      await lists.close();
    },
  };
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize > leastFreeBytes;
  } catch {
    return false;
  }
}
