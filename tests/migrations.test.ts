import { expect, test } from 'vitest';
import { readMigrations } from '#storage/clickhouseMigrations.ts';
import { migrationFolders } from '#storage/migrationFolders.ts';
import { readPostgresMigrations } from '#storage/migratePostgres.ts';
import { contractions } from '#storage/migrations/contractions.ts';
import { narrowingStatements } from '#storage/migrations/narrowingStatements.ts';
import { isOlder } from '#storage/migrations/oldestRelease.ts';
import { productVersion } from '#runtime/productVersion.ts';

/** The last migrations of release 0.1.0: up to there, upgrades had no way back. */
const lastWithoutWayBack = { PostgreSQL: '0021_daily_mail', ClickHouse: '0020_pod_slots.sql' };

const migrations = [
  ...readPostgresMigrations(migrationFolders.postgres).map((each) => ({ store: 'PostgreSQL' as const, ...each })),
  ...(await readMigrations(migrationFolders.clickhouse)).map((each) => ({ store: 'ClickHouse' as const, ...each })),
];

test('each migration only adds to what the previous release uses, or is listed with the release that stopped using the rest', () => {
  const unlisted = migrations
    .filter(({ store, name }) => name > lastWithoutWayBack[store] && contractions[`${store} ${name}`] === undefined)
    .flatMap(({ store, name, statements }) =>
      narrowingStatements(store, statements).map((sql) => `${store} ${name}: ${sql}`),
    );
  expect(unlisted).toEqual([]);
});

test('listed migrations exist, and the release before this one can run after them', () => {
  const names = new Set(migrations.map(({ store, name }) => `${store} ${name}`));
  for (const [name, release] of Object.entries(contractions)) {
    expect(names).toContain(name);
    expect(isOlder(release, productVersion()), `${name} needs a release before this one`).toBe(true);
  }
});
