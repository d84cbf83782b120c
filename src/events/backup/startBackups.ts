import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorText } from '#runtime/log/describeError.ts';
import { makeSocketFolder, socketPathOf } from '#runtime/socketFolder.ts';
import { openBackupTarget } from '#storage/backup/backupTarget.ts';
import { openMedia } from '#storage/media/openMedia.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import type { Config } from '../../config.ts';
import type { StoreUrls } from '../../processes/roles.ts';
import type { Loader } from '../load/loader.ts';
import { createLock } from '../spool/lock.ts';
import type { EventLog } from '../spool/eventLog.ts';
import { createBackup, type BackupReport } from './createBackup.ts';
import { makeDueBackup } from './dueBackup.ts';

/** Name of the socket on which a worker takes the order to make a backup. */
export const backupSocketName = 'backup.sock';

/** The order: a folder or bucket. */
export interface BackupOrder {
  to: string;
}

/** The reply. */
export type BackupReply = { report: BackupReport } | { error: string };

export interface BackupOptions {
  config: Config;
  stores: StoreUrls;
  node: string;
  loader: Pick<Loader, 'whileEmpty'>;
  log: EventLog;
  /** Runs work on one node at a time. */
  asOnlyNode: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Times between two looks whether a backup is due: after the start, usually, and after a failure. */
const firstLookMs = 60_000;
const lookMs = 600_000;
const retryMs = 3_600_000;

/** Makes backups: on orders of this machine through a socket in DATA_DIR, and every day if BACKUP_TO is set. */
export async function startBackups(options: BackupOptions): Promise<{ close(): Promise<void> }> {
  const { config, log, asOnlyNode } = options;
  const oneAtATime = createLock();
  const alone = <T>(work: () => Promise<T>) => asOnlyNode(() => oneAtATime.run(work));
  const path = socketPathOf(config.DATA_DIR, backupSocketName);
  makeSocketFolder(path);
  rmSync(path, { force: true });
  const server = createServer((request, response) => {
    void answer(request, response, ({ to }) => alone(() => backUp(options, to)));
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  const place = config.BACKUP_TO;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const look = (to: string, afterMs: number) => {
    if (isClosed) return;
    timer = setTimeout(() => {
      alone(() => backUpWhenDue(options, to)).then(
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
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function backUpWhenDue(options: BackupOptions, place: string): Promise<void> {
  const { BACKUP_HOUR: hour, BACKUP_COUNT: count } = options.config;
  const target = await openBackupTarget(place);
  try {
    const now = Date.now();
    const report = await makeDueBackup({ target, hour, count, now, make: () => backUp(options, place) });
    if (!report) return;
    const { name, elapsedMs, bytesPut, removed } = report;
    options.log.info(
      `Backup ${name} made in ${Math.round(elapsedMs / 1000)} s, ${bytesPut} bytes; ${removed} older ones deleted`,
    );
  } finally {
    await target.close();
  }
}

async function backUp({ config, stores, node, loader }: BackupOptions, place: string): Promise<BackupReport> {
  const target = await openBackupTarget(place);
  const clickhouse = openClickHouse(stores.clickhouseUrl);
  const media = await openMedia(config.DATA_DIR, config.MEDIA_URL);
  try {
    return await createBackup(
      {
        dataDir: config.DATA_DIR,
        databaseUrl: stores.databaseUrl,
        clickhouse,
        media,
        loader,
        node,
        secrets: [config.secret, ...config.otherSecrets],
      },
      target,
    );
  } finally {
    await Promise.all([media.close(), clickhouse.close(), target.close()]);
  }
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
