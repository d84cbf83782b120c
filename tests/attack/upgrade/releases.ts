import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lastMigrationOf } from '#storage/migratePostgres.ts';
import { migrationFolders } from '#storage/migrationFolders.ts';

/** The commit of the previous release. */
const previousCommit = 'cc86314c';

const root = resolve(import.meta.dirname, '../../..');

/** A release that was built. */
export interface Release {
  /** Its folder, with dist/ and migrations/. */
  folder: string;
  remove(): void;
}

/** This release, as it is built. */
export const thisRelease: Release = { folder: root, remove: () => undefined };

/** Builds the previous release from the repository, or takes the build in the folder PREVIOUS_RELEASE. */
export function buildPreviousRelease(): Release {
  const given = process.env['PREVIOUS_RELEASE'];
  if (given !== undefined) {
    if (!existsSync(join(given, 'dist/server/main.js'))) throw new Error(`PREVIOUS_RELEASE: ${given} has no build`);
    return { folder: resolve(given), remove: () => undefined };
  }
  const folder = join(mkdtempSync(join(tmpdir(), 'bidhouse-previous-')), 'release');
  execFileSync('git', ['worktree', 'add', '--detach', folder, previousCommit], { cwd: root, stdio: 'pipe' });
  const remove = () => void execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root });
  try {
    if (hasSamePackages(folder)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    else execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' });
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

/** Whether the packages of this release include those of another one, in the same versions. */
function hasSamePackages(folder: string): boolean {
  const [theirs, ours] = [folder, root].map((each) => {
    const { packages } = JSON.parse(readFileSync(join(each, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string }>;
    };
    return new Map(Object.entries(packages).map(([name, { version }]) => [name, version]));
  });
  return [...(theirs ?? [])].every(([name, version]) => name === '' || ours?.get(name) === version);
}

/** Migrations that only add, as a later release may have them. */
const laterMigrations = {
  postgres: `CREATE TABLE "later_notes" ("id" integer PRIMARY KEY NOT NULL);
--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "later_note" text DEFAULT '' NOT NULL;`,
  clickhouse: `ALTER TABLE facts
  ADD COLUMN IF NOT EXISTS laterNote LowCardinality(String);

ALTER TABLE hourly_supply
  ADD COLUMN IF NOT EXISTS laterSum UInt64;
`,
};

/** Makes a later release: this build with the next version number and further migrations. */
export function buildLaterRelease(): Release {
  const folder = mkdtempSync(join(tmpdir(), 'bidhouse-later-'));
  for (const name of ['dist', 'migrations']) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const [major, minor] = manifest.version.split('.').map(Number);
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, version: `${major}.${(minor ?? 0) + 1}.0` }),
  );
  const journalPath = join(folder, 'migrations/postgres/meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalPath, 'utf8')) as { entries: object[] };
  const when = lastMigrationOf(migrationFolders.postgres) + 1000;
  journal.entries.push({ idx: journal.entries.length, version: '7', when, tag: '9000_later', breakpoints: true });
  writeFileSync(journalPath, JSON.stringify(journal));
  writeFileSync(join(folder, 'migrations/postgres/9000_later.sql'), laterMigrations.postgres);
  writeFileSync(join(folder, 'migrations/clickhouse/9000_later.sql'), laterMigrations.clickhouse);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
