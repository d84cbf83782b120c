import { productVersion } from '#runtime/productVersion.ts';
import { contractions } from './contractions.ts';
import { narrowingStatements } from './narrowingStatements.ts';
import type { StoreName } from './storeName.ts';

/** The release of which all later tables are expansions, unless `contractions` lists them. */
const firstRelease = '0.1.0';

/**
 * The oldest release that can run on the tables after a migration. It is stored with the migration, so that a release
 * that does not know the migration knows whether it can run.
 */
export function oldestReleaseOf(store: StoreName, name: string, statements: readonly string[]): string {
  const listed = contractions[`${store} ${name}`];
  if (listed !== undefined) return listed;
  return narrowingStatements(store, statements).length === 0 ? firstRelease : productVersion();
}

/** An applied migration that this release does not know. `oldestRelease` is empty where none is stored. */
export interface UnknownMigration {
  name: string;
  oldestRelease: string;
}

/** Why this release cannot run on tables with a migration that it does not know; null if it can. */
export function conflictOfUnknown(
  store: StoreName,
  { name, oldestRelease }: UnknownMigration,
  version: string = productVersion(),
): string | null {
  if (oldestRelease !== '' && !isOlder(version, oldestRelease)) return null;
  const needed = oldestRelease === '' ? 'a newer release' : `release ${oldestRelease} or later`;
  return `${store} has the migration ${name}, which this release (${version}) does not know: its tables need ${needed}`;
}

/** Whether a release is older than another one. Both are numbers with dots. */
export function isOlder(release: string, other: string): boolean {
  return release.localeCompare(other, 'en', { numeric: true }) < 0;
}
