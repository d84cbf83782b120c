import { randomUUID } from 'node:crypto';
import { errorText } from '#runtime/log/describeError.ts';
import type { Counter } from '#runtime/metrics/createMetrics.ts';
import type { BackupRuns, NewRun } from '#storage/backup/backupRuns.ts';
import { openBackupTarget, type BackupTarget } from '#storage/backup/backupTarget.ts';
import { placeName } from '#storage/backup/placeName.ts';
import { checkOwner } from '#storage/backup/placeOwners.ts';
import { openClickHouse } from '#storage/clickhouse.ts';
import { openMedia } from '#storage/media/openMedia.ts';
import type { Config } from '../../config.ts';
import type { StoreUrls } from '../../processes/roles.ts';
import { createBackup, type BackupReport } from './createBackup.ts';
import type { CutNodes } from './cutNodes.ts';
import { watchProgress, watchTarget, type Progress } from './watchProgress.ts';

export interface BackupMakerOptions extends Omit<CutNodes, 'backup' | 'runs'> {
  config: Pick<Config, 'DATA_DIR' | 'MEDIA_URL' | 'secret' | 'otherSecrets'>;
  stores: StoreUrls;
  runs: BackupRuns;
  /** Reads the ID of the installation. */
  readInstallation: () => Promise<string | null>;
  /** Runs work on one node at a time. The signal fires when another node may begin. */
  asOnlyBackup: <T>(work: (lost: AbortSignal) => Promise<T>) => Promise<T>;
  counts: Partial<Record<'done' | 'failed', Counter | undefined>>;
}

/** A place in which a backup can be made now. */
export interface OpenPlace {
  target: BackupTarget;
  make: () => Promise<BackupReport>;
}

/** Makes backups of an installation, one at a time. */
export interface BackupMaker {
  /**
   * Runs work with a place, on one node at a time, and records the backup that it makes, or its failure. Rejects when there
   * is no progress: the work may then hang for ever, and so the place is refused until it ends.
   */
  make<T>(place: string, isScheduled: boolean, work: (open: OpenPlace) => Promise<T>): Promise<T>;
}

const confirmMs = 1000;

/** Creates the maker of a worker. */
export function createBackupMaker(options: BackupMakerOptions): BackupMaker {
  const { node, runs, counts, asOnlyBackup, log } = options;
  const hanging = new Set<string>();
  return {
    make: (place, isScheduled, work) =>
      asOnlyBackup(async (lost) => {
        const name = placeName(place);
        const run = { id: randomUUID(), node, place: name, isScheduled };
        let isBegun = false;
        const begin = async () => {
          isBegun = true;
          await runs.begin(run);
        };
        try {
          if (hanging.has(place)) throw new Error(`${name} has not responded since an earlier backup: it hangs`);
          const progress = watchProgress(lost);
          const working = inPlace(place, progress, (target) =>
            work({
              target,
              async make() {
                await begin();
                progress.step();
                return makeRun(options, run, { target, progress });
              },
            }),
          );
          hanging.add(place);
          const over = () => hanging.delete(place);
          working.then(over, over);
          return await progress.run(working);
        } catch (error) {
          counts.failed?.add();
          const record = async () => {
            if (!isBegun) await begin();
            await runs.end(run.id, { error: errorText(error) });
          };
          await record().catch((fault: unknown) =>
            log.warn(`The failure of a backup is not recorded: ${errorText(fault)}`),
          );
          throw error;
        }
      }),
  };
}

async function inPlace<T>(place: string, progress: Progress, work: (target: BackupTarget) => Promise<T>): Promise<T> {
  const target = await openBackupTarget(place);
  try {
    return await work(watchTarget(target, progress));
  } finally {
    await target.close();
  }
}

/** Makes a backup that has begun, confirms it every second, and records its result. */
async function makeRun(
  options: BackupMakerOptions,
  { id, place }: NewRun,
  { target, progress }: { target: BackupTarget; progress: Progress },
): Promise<BackupReport> {
  const { config, stores, runs, counts, readInstallation } = options;
  const installation = await readInstallation();
  if (installation === null) throw new Error('The installation has no ID yet: its management API creates it');
  await checkOwner(target, place, installation);
  const clickhouse = openClickHouse(stores.clickhouseUrl);
  const media = await openMedia(config.DATA_DIR, config.MEDIA_URL);
  let isConfirming = false;
  const confirming = setInterval(() => {
    // The embedded store is busy while its snapshot is read.
    if (isConfirming || progress.isGivenUp()) return;
    isConfirming = true;
    const over = () => {
      isConfirming = false;
    };
    runs.confirm(id).then(over, over);
  }, confirmMs);
  try {
    const report = await createBackup(
      {
        dataDir: config.DATA_DIR,
        databaseUrl: stores.databaseUrl,
        clickhouse,
        media,
        nodes: { ...options, backup: id },
        installation,
        isGone: (backup) => runs.isGone(backup),
        secrets: [config.secret, ...config.otherSecrets],
        progress,
      },
      target,
    );
    clearInterval(confirming);
    await runs.end(id, report);
    counts.done?.add();
    return report;
  } finally {
    clearInterval(confirming);
    await Promise.all([media.close(), clickhouse.close()]);
  }
}
