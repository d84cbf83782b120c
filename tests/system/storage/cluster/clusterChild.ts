import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { insertsNothing } from '../../../support/events/insertsNothing.ts';
import { reconcileRollups } from '#events/nightly/reconcileRollups.ts';
import { retainFacts } from '#events/nightly/retainFacts.ts';
import { clusterStatements } from '#storage/cluster/clusterStatements.ts';
import { migrateClickHouse, readMigrations } from '#storage/clickhouseMigrations.ts';
import { stringLiteral } from '#storage/store/sqlText.ts';
import { formerFactLines } from './formerFactLines.ts';
import { openClusterEngine } from './openClusterEngine.ts';

/** The figures of one run, as the test compares them. */
export interface ClusterFigures {
  parsed: number;
  replicatedTables: number;
  before: Sums;
  after: Sums;
  retried: Sums;
  damaged: Sums;
  rebuilt: string[];
  repaired: Sums;
  hasTtl: boolean;
}

interface Sums {
  rows: string;
  facts: string;
  rollup: string;
}

const migrations = join(import.meta.dirname, '../../../../migrations/clickhouse');
/** The last migration before columns were renamed and a roll-up was copied. */
const earlier = 15;
const [, , folder = '', mode = 'rows'] = process.argv;

const clickhouse = openClusterEngine(folder, { isReplicated: mode === 'replicated' });
process.send?.(mode === 'replicated' ? await createReplicated() : await loadAndRepair());
// The engine ends with its process.
process.kill(process.pid, 'SIGKILL');

/** Parses every statement of every migration as a cluster gets it, and creates the tables with their real engines. */
async function createReplicated(): Promise<Partial<ClusterFigures>> {
  const statements = (await readMigrations(migrations)).flatMap((each) => each.statements);
  let parsed = 0;
  for (const sql of statements.flatMap((each) => clusterStatements(each, 'one'))) {
    await clickhouse.query(`SELECT formatQuery(${stringLiteral(sql)})`);
    parsed += 1;
  }
  for (const sql of statements.filter((each) => /^(?:--.*\n)*CREATE TABLE IF NOT EXISTS/.test(each)))
    await clickhouse.command(sql);
  const [found] = await clickhouse.query<{ total: string }>(
    "SELECT count() AS total FROM system.tables WHERE database = currentDatabase() AND startsWith(engine, 'Replicated')",
  );
  return { parsed, replicatedTables: Number(found?.total) };
}

async function loadAndRepair(): Promise<Partial<ClusterFigures>> {
  const before = join(mkdtempSync(join(folder, 'before-')));
  cpSync(migrations, before, { recursive: true });
  for (const name of readdirSync(before)) if (Number(name.slice(0, 4)) > earlier) rmSync(join(before, name));
  await migrateClickHouse(clickhouse, before);
  await insert(1);
  const figures: Partial<ClusterFigures> = { before: await sums() };
  await migrateClickHouse(clickhouse, migrations);
  figures.after = await sums();
  await insert(2);
  await insert(2);
  figures.retried = await sums();
  await clickhouse.command('ALTER TABLE hourly_audience DELETE WHERE channelId = 1 SETTINGS mutations_sync = 2');
  figures.damaged = await sums();
  const rebuilt = await reconcileRollups(clickhouse, '2020-01-01', insertsNothing());
  figures.rebuilt = rebuilt.map(({ table, day }) => `${table} ${day}`);
  figures.repaired = await sums();
  await retainFacts(clickhouse, { factsDays: 3650, rollupDays: 3660, sourceDays: 3 });
  const [table] = await clickhouse.query<{ engine_full: string }>(
    "SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'facts_local'",
  );
  figures.hasTtl = table?.engine_full.includes('TTL toDateTime(at) + toIntervalDay(3650) ') ?? false;
  return figures;
}

async function insert(seq: number): Promise<void> {
  await clickhouse.insertRows('facts', formerFactLines(seq), { token: `node:1:${seq}` });
}

async function sums(): Promise<Sums> {
  const [facts] = await clickhouse.query<{ rows: string; facts: string }>(
    "SELECT toString(count()) AS rows, toString(sum(facts.rev)) AS facts FROM facts WHERE verdict = 'counted'",
  );
  const [rollup] = await clickhouse.query<{ rollup: string }>(
    'SELECT toString(sum(rev)) AS rollup FROM hourly_audience',
  );
  return { rows: facts?.rows ?? '', facts: facts?.facts ?? '', rollup: rollup?.rollup ?? '' };
}
