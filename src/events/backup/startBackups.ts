import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorText } from '#runtime/log/describeError.ts';
import type { Metrics } from '#runtime/metrics/createMetrics.ts';
import { metricCatalog } from '#runtime/metrics/metricCatalog.ts';
import { makeSocketFolder, socketPathOf } from '#runtime/socketFolder.ts';
import { backupDueSince } from '#storage/backup/backupDue.ts';
import { openBackupRuns } from '#storage/backup/backupRuns.ts';
import { listBackups } from '#storage/backup/manifest.ts';
import { placeName } from '#storage/backup/placeName.ts';
import { readInstallationId } from '#storage/nodes/installationStore.ts';
import { openPostgres } from '#storage/postgres.ts';
import type { Config } from '../../config.ts';
import { createLock } from '../spool/lock.ts';
import { readBackupGauges } from '../metrics/readBackupGauges.ts';
import type { BackupReport } from './createBackup.ts';
import { pruneBackups } from './pruneBackups.ts';
import { warningsOf } from './warningsOf.ts';
import { createBackupMaker, type BackupMakerOptions } from './backupMaker.ts';

/** Name of the socket on which a worker takes the order to make a backup. */
export const backupSocketName = 'backup.sock';

/** The order: a folder or bucket. */
export interface BackupOrder {
  to: string;
}

/** The reply. */
export type BackupReply = { report: BackupReport } | { error: string };

export interface BackupOptions extends Omit<BackupMakerOptions, 'runs' | 'counts' | 'readInstallation'> {
  config: Config;
  metrics: Metrics | null;
}

/** Times between two looks whether a backup is due: after the start, usually, and after a failure. */
const firstLookMs = 60_000;
const lookMs = 600_000;
const retryMs = 3_600_000;
/** A server that does not respond for so long is connected to again. The embedded one may be busy for longer. */
const maxSilenceMs = 20_000;

/** Makes backups: on orders of this machine through a socket in DATA_DIR, and every day if BACKUP_TO is set. */
export async function startBackups(options: BackupOptions): Promise<{ close(): Promise<void> }> {
  const { config, stores, node, log, metrics } = options;
  const postgres = openPostgres(stores.databaseUrl, {
    maxConnections: 2,
    maxSilenceMs: config.DATABASE_URL === undefined ? undefined : maxSilenceMs,
  });
  const runs = openBackupRuns(postgres.pool);
  const counts = {
    done: metrics?.counter(metricCatalog.backups, 'done'),
    failed: metrics?.counter(metricCatalog.backups, 'failed'),
  };
  metrics?.gauges(() => readBackupGauges(runs, Date.now()));
  const oneAtATime = createLock();
  const readInstallation = () => readInstallationId(postgres.pool);
  const maker = createBackupMaker({ ...options, runs, counts, readInstallation });
  const path = socketPathOf(config.DATA_DIR, backupSocketName);
  makeSocketFolder(path);
  rmSync(path, { force: true });
  const server = createServer((request, response) => {
    void answer(request, response, ({ to }) => oneAtATime.run(() => maker.make(to, false, ({ make }) => make())));
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  const place = config.BACKUP_TO;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const { BACKUP_HOUR: hour, BACKUP_COUNT: count } = config;
  const backUpWhenDue = async (to: string): Promise<void> => {
    await runs.schedule(node, { place: placeName(to), hour });
    await maker.make(to, true, async ({ target, make }) => {
      const name = placeName(to);
      const found = (await listBackups(target)).map((each) => each.name);
      const { complete } = await runs.history();
      if (found.length === 0 && complete.some((run) => run.place === name))
        throw new Error(
          `${name} is empty, but it had backups. Mount its disk; if you deleted them, make the first one again with npm run backup -- <place>`,
        );
      await runs.removeMissing(name, found);
      // Another node may have made it.
      if (typeof backupDueSince(await runs.history(), Date.now(), name) !== 'number') return;
      const report = await make();
      log.info(
        `Backup ${report.name} made in ${Math.round(report.elapsedMs / 1000)} s, ${report.bytesPut} bytes of ${report.nodes} nodes`,
      );
      for (const warning of warningsOf(report)) log.warn(warning);
      try {
        const removed = await pruneBackups(target, { count, now: Date.now(), installation: report.installation });
        if (removed > 0) log.info(`Deleted ${removed} older backups`);
      } catch (error) {
        log.error(`The backup is complete; older ones could not be deleted: ${errorText(error)}`);
      }
    });
  };
  const look = (to: string, afterMs: number) => {
    if (isClosed) return;
    timer = setTimeout(() => {
      oneAtATime
        .run(() => backUpWhenDue(to))
        .then(
          () => look(to, lookMs),
          (error: unknown) => {
            log.error(`The backup failed and is tried again in an hour: ${errorText(error)}`);
            look(to, retryMs);
          },
        );
    }, afterMs);
    timer.unref();
  };
  if (place !== undefined) look(place, firstLookMs);
  else {
    timer = setTimeout(() => {
      runs
        .schedule(node, null)
        .catch((error: unknown) => log.warn(`No schedule of backups was stored: ${errorText(error)}`));
    }, firstLookMs);
    timer.unref();
  }
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await postgres.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  run: (order: BackupOrder) => Promise<BackupReport>,
): Promise<void> {
  let reply: BackupReply;
  try {
    reply = { report: await run(JSON.parse(await text(request)) as BackupOrder) };
  } catch (error) {
    reply = { error: errorText(error) };
  }
  response.end(JSON.stringify(reply));
}
