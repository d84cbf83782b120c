import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBackupTarget } from '#storage/backup/backupTarget.ts';
import { prepareFactCopies } from '#storage/backup/dumpFacts.ts';
import { readFigures } from '#storage/backup/factFigures.ts';
import { readFactTables } from '#storage/backup/factTables.ts';
import { loadFacts } from '#storage/backup/loadFacts.ts';
import type { Manifest } from '#storage/backup/manifest.ts';
import { openObjects, type ObjectStore } from '#storage/backup/objectStore.ts';
import type { FactsFixture } from '../events/factsFixture.ts';
import { openFacts } from '../events/openFacts.ts';
import { openOwnFacts } from '../events/openOwnFacts.ts';

let facts: FactsFixture;
let restored: FactsFixture;
let folder: string;
let objects: ObjectStore;

beforeAll(async () => {
  [facts, restored] = await Promise.all([openFacts(), openOwnFacts()]);
  folder = await mkdtemp(join(tmpdir(), 'bidhouse-backup-'));
  objects = openObjects(await openBackupTarget(join(folder, 'target')), new Map(), folder);
});
afterAll(async () => {
  await Promise.all([facts.close(), restored.close()]);
  await rm(folder, { recursive: true });
});

/** Inserts so many impressions of a month, through all views. */
async function insertImpressions(month: string, count: number): Promise<void> {
  await facts.clickhouse.command(
    `INSERT INTO facts (node, seq, at, serveId, demandId, channelId, tagId, kind, verdict, imps, rev, device, deviceImps, site)
     SELECT 'n', 1, toDateTime64('${month}-01 00:00:00', 3, 'UTC') + number, 's', 1 + number % 3, 2, 3, 'event', 'counted', 1,
            number, number % 100 + 1, 1, 'site' || toString(number % 10) FROM numbers(${count})`,
  );
}

/** The maker of a backup with an ID of its own. Others are gone, unless they are named. */
function ownerOf(running: readonly string[] = []) {
  return { backup: randomUUID(), checkIsMaker: () => undefined, isGone: async (id: string) => !running.includes(id) };
}

async function copiesLeft(): Promise<string[]> {
  const left = await facts.clickhouse.query<{ name: string }>(
    "SELECT name FROM system.tables WHERE startsWith(name, '_backup_')",
  );
  return left.map(({ name }) => name);
}

async function backUp(earlier: Manifest['clickhouse'] | null): Promise<Manifest['clickhouse']> {
  const copies = await prepareFactCopies(facts.clickhouse, ownerOf());
  await copies.take();
  // Rows that come later are not in the copies.
  await insertImpressions('2026-03', 10);
  const dumped = await copies.dump(objects, earlier && ({ clickhouse: earlier } as Manifest));
  await copies.close();
  return dumped;
}

async function figuresOf({ clickhouse }: FactsFixture) {
  const figures = [];
  for (const table of await readFactTables(clickhouse)) {
    figures.push({ name: table.name, figures: await readFigures(clickhouse, table) });
  }
  return figures;
}

test('tables are restored with equal figures, from files and over HTTP, and no view counts rows again', async () => {
  await insertImpressions('2026-01', 5000);
  await insertImpressions('2026-02', 5000);
  const dumped = await backUp(null);
  const expected = dumped.tables.map(({ name, figures }) => ({ name, figures }));
  expect(expected.find(({ name }) => name === 'hourly_supply')?.figures.length).toBe(2);
  for (const draftDir of [folder, null]) {
    for (const { name } of dumped.tables) await restored.clickhouse.command(`TRUNCATE TABLE ${name}`);
    await loadFacts({ clickhouse: restored.clickhouse, draftDir }, dumped, objects);
    expect(await figuresOf(restored)).toEqual(expected);
    expect(await restored.reach()).toBe(100);
    // Merging changes no figure.
    for (const { name } of dumped.tables) await restored.clickhouse.command(`OPTIMIZE TABLE ${name} FINAL`);
    expect(await figuresOf(restored)).toEqual(expected);
  }
  expect(await copiesLeft()).toEqual([]);
});

test('the copies of a backup are its own: another one drops them only when its maker is gone', async () => {
  const late = ownerOf();
  const copies = await prepareFactCopies(facts.clickhouse, late);
  const ofLate = await copiesLeft();
  await facts.clickhouse.command('CREATE TABLE _backup_facts AS facts');
  const next = await prepareFactCopies(facts.clickhouse, ownerOf([late.backup]));
  expect(await copiesLeft()).toEqual(expect.arrayContaining(ofLate));
  // Those of a version before names had IDs.
  expect(await copiesLeft()).not.toContain('_backup_facts');
  const before = (await copiesLeft()).length;
  // The late one fills its own.
  await copies.take();
  await next.take();
  await next.close();
  expect((await copiesLeft()).length).toBe(before / 2);
  const last = await prepareFactCopies(facts.clickhouse, ownerOf());
  expect(await copiesLeft()).not.toEqual(expect.arrayContaining(ofLate));
  await last.close();
  expect(await copiesLeft()).toEqual([]);
});

test('a maker that has lost its lock creates and fills nothing', async () => {
  let isLost = false;
  const owner = {
    ...ownerOf(),
    checkIsMaker() {
      if (isLost) throw new Error('lost');
    },
  };
  const copies = await prepareFactCopies(facts.clickhouse, owner);
  isLost = true;
  await expect(copies.take()).rejects.toThrow('lost');
  await expect(prepareFactCopies(facts.clickhouse, { ...owner, backup: randomUUID() })).rejects.toThrow('lost');
  await copies.close();
  expect(await copiesLeft()).toEqual([]);
});

test('parts that an earlier backup has are not read again', async () => {
  const first = await backUp(null);
  const put = objects.bytesPut();
  const second = await backUp(first);
  const sourcesOf = (backup: Manifest['clickhouse']) =>
    new Set(backup.tables.flatMap(({ pieces }) => pieces.map(({ source }) => source)));
  const shared = [...sourcesOf(second)].filter((source) => sourcesOf(first).has(source));
  expect(shared.length).toBeGreaterThan(5);
  expect(objects.bytesPut() - put).toBeLessThan(put / 2);
});
