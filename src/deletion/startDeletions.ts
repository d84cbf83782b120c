import { setTimeout as pauseFor } from 'node:timers/promises';
import { createFileFetcher } from '#outbound/fetchFile.ts';
import { createLogger, type Logger } from '#runtime/log/createLogger.ts';
import { errorText } from '#runtime/log/describeError.ts';
import { secretsOf } from '#runtime/log/secretsOf.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { deletionRequestDays, openDeletions, type DeletionStore } from '#storage/deletions/deletionStore.ts';
import { readAccountIds } from '#storage/entities/readAccountIds.ts';
import { maxServerSilenceMs, openPostgres } from '#storage/postgres.ts';
import { openRetention, type RetentionStore } from '#storage/system/retentionStore.ts';
import type { Config } from '../config.ts';
import type { RunningRole, StoreUrls } from '../processes/roles.ts';
import { deleteDue, type DeleteDeps } from './deleteDue.ts';
import { createIssuerVerification } from './issuerVerification.ts';
import { ownParticipant } from './ownParticipant.ts';
import { createParticipants } from './participants.ts';
import { passOnDue, type PassOnDeps } from './passOn.ts';

/** Pause of a process without work, in ms. */
const idleMs = 5000;
const hourMs = 3_600_000;
/** Interval of deletion, which rewrites parts of tables. */
const deleteEveryMs = 6 * hourMs;
/** Retention of finished requests: regulators may ask for two years. */
const retentionMs = deletionRequestDays * 24 * hourMs;
/** Consecutive failures, about a minute's worth, before a warning: the databases may just be starting. */
const failuresBeforeWarning = 12;

/**
 * Starts acting on data deletion requests: deletes their data, and passes them on to the operator's partners. Several
 * processes may do so. It continues where an interrupted one stopped.
 */
export function startDeletions(config: Config, stores: StoreUrls): RunningRole {
  const postgres = openPostgres(stores.databaseUrl, {
    maxConnections: 2,
    maxSilenceMs: config.DATABASE_URL === undefined ? undefined : maxServerSilenceMs,
  });
  const clickhouse = openClickHouse(stores.clickhouseUrl, { cluster: config.CLICKHOUSE_CLUSTER });
  const fetcher = createFileFetcher({
    allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES,
    originOverride: config.CRAWL_VIA,
  });
  const logger = createLogger({ level: config.LOG_LEVEL, role: 'deletion', secrets: secretsOf(config, stores) });
  const secrets = [config.secret, ...config.otherSecrets];
  const now = () => new Date();
  const store = openDeletions(postgres.db);
  const closed = new AbortController();
  const { signal } = closed;
  // All that it reads are partners.
  const participants = createParticipants(fetcher, { now: Date.now, isKnown: async () => true });
  const verifyIssuer = createIssuerVerification(participants);
  const passing: PassOnDeps = { own: ownParticipant(config), participants, verifyIssuer, fetcher, store, now };
  const readDemandIds = () => readAccountIds(postgres.db);
  const deletion: DeletionWork = {
    store,
    clickhouse,
    secrets,
    readDemandIds,
    retention: openRetention(postgres.db),
    now,
  };
  const running = Promise.all([
    repeat(logger, signal, { name: 'Deleting data', run: createDeletion(deletion, logger) }),
    repeat(logger, signal, { name: 'Passing on deletion requests', run: () => passOnDue(passing, signal) }),
  ]);
  return {
    async close() {
      closed.abort();
      // A statement that deletes may take minutes: it is repeated at the next start.
      await Promise.all([fetcher.close(), clickhouse.close()]);
      await running;
      await postgres.close();
    },
  };
}

interface DeletionWork extends DeleteDeps {
  store: DeleteDeps['store'] & Pick<DeletionStore, 'prune'>;
  retention: Pick<RetentionStore, 'record'>;
}

/** Creates the task that deletes the data of due requests and finished requests, if the interval has passed. */
function createDeletion(deps: DeletionWork, logger: Logger): () => Promise<void> {
  const { store, retention, now } = deps;
  let deletedAt = -Infinity;
  return async () => {
    if (now().getTime() - deletedAt < deleteEveryMs) return;
    const count = await deleteDue(deps);
    const at = now();
    const pruned = await store.prune(new Date(at.getTime() - retentionMs).toISOString());
    await retention.record('deletionRequests', pruned, at.toISOString());
    deletedAt = now().getTime();
    if (count > 0) logger.info(`Deleted the data of ${count} deletion requests`);
  };
}

/** Repeats a task until the signal fires. Each has its own loop: partners may be slow, and a deletion takes minutes. */
async function repeat(
  logger: Logger,
  signal: AbortSignal,
  { name, run }: { name: string; run: () => Promise<unknown> },
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      await run();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === failuresBeforeWarning && !signal.aborted)
        logger.warn(`${name} keeps failing: ${errorText(error)}`);
    }
    await pauseFor(idleMs, undefined, { signal }).catch(() => undefined);
  }
}
