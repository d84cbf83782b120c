import { errorText } from '#runtime/log/describeError.ts';
import { isMissingFolder, openBackupTarget } from '#storage/backup/backupTarget.ts';
import { describeOthers, readOwners } from '#storage/backup/placeOwners.ts';
import { readInstallationId } from '#storage/nodes/installationStore.ts';
import { embeddedDatabaseUrl } from '#storage/store/startPostgres.ts';
import { openPostgres } from '#storage/postgres.ts';
import type { readEnvironment } from '../../config.ts';
import { fault, passed, unchecked, type Finding } from './finding.ts';

/** Checks that the backups in BACKUP_TO are of this installation. Reads only. */
export async function checkBackupOwner(
  { DATA_DIR, DATABASE_URL }: Pick<ReturnType<typeof readEnvironment>, 'DATA_DIR' | 'DATABASE_URL'>,
  place: string,
): Promise<Finding> {
  const check = 'backups';
  if (isMissingFolder(place)) return unchecked(check, 'BACKUP_TO does not exist');
  const target = await openBackupTarget(place);
  try {
    const owners = await readOwners(target);
    const count = owners.byInstallation.size;
    if (count === 0) return passed(check, 'BACKUP_TO has none that names another installation');
    const own = await readOwnId(DATABASE_URL ?? embeddedDatabaseUrl(DATA_DIR));
    const others = describeOthers(owners, own ?? undefined);
    if (others.length === 0) return passed(check, 'those in BACKUP_TO are of this installation');
    if (own === null && count === 1)
      return unchecked(
        check,
        `BACKUP_TO has those of ${others[0]}. Whether that is this one is in PostgreSQL, which does not run or is new`,
      );
    return fault(
      check,
      `BACKUP_TO has backups of another installation (${others.join('; ')})`,
      'Set BACKUP_TO to a folder or prefix of its own.',
    );
  } catch (error) {
    return unchecked(check, `BACKUP_TO cannot be read: ${errorText(error)}`);
  } finally {
    await target.close();
  }
}

/** The ID of the installation of a database; null if it does not run or is new. */
async function readOwnId(url: string): Promise<string | null> {
  const postgres = openPostgres(url, { maxConnections: 1 });
  try {
    return await readInstallationId(postgres.pool);
  } catch {
    return null;
  } finally {
    await postgres.close();
  }
}
