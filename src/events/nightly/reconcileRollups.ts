import { measures, rollups, type Rollup } from '#model/index.ts';
import { reachedDevice, rollupColumns, rollupCondition, rollupSelect } from '#storage/factSchema/rollupSql.ts';
import type { FactStore } from '../load/factStore.ts';
import { factsUntil } from './factsUntil.ts';
import { syncReplicas } from './syncReplicas.ts';

/** A day whose sums differed. */
export interface DifferingDay {
  table: string;
  /** UTC, as 2026-03-10. */
  day: string;
  /** The measures that differed, with both sums. */
  differences: { measure: string; facts: string; rollup: string }[];
}

type DaySums = Record<string, string>;

/** Runs work while no node inserts. The signal fires when one may again, although the work is not done. */
export type WithoutInserts = <T>(work: (lost: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Compares every roll-up with the facts by UTC day, from `fromDay` on, and rebuilds days that differ. What is inserted
 * between two queries looks like a difference, so days that differ are compared again while no node inserts.
 */
export async function reconcileRollups(
  clickhouse: FactStore,
  fromDay: string,
  withoutInserts: WithoutInserts,
): Promise<DifferingDay[]> {
  const suspected: { rollup: Rollup; days: string[] }[] = [];
  for (const rollup of rollups) {
    const days = daysOf(
      await compare(clickhouse, rollup, (time) => `${time} >= toDateTime('${fromDay} 00:00:00', 'UTC')`),
    );
    if (days.length > 0) suspected.push({ rollup, days });
  }
  if (suspected.length === 0) return [];
  return withoutInserts(async (lost) => {
    const facts = factsUntil(lost, clickhouse);
    await syncReplicas(facts);
    const found: DifferingDay[] = [];
    for (const { rollup, days } of suspected) {
      const differing = await compare(facts, rollup, (time) => `toDate(${time}) IN (${listOf(days)})`);
      found.push(...differing);
      const wrong = daysOf(differing);
      for (const month of new Set(wrong.map((day) => day.slice(0, 7)))) {
        const ofMonth = wrong.filter((day) => day.startsWith(month));
        await rebuildDays(facts, rollup, month.replace('-', ''), ofMonth);
      }
    }
    return found;
  });
}

const daysOf = (differing: readonly DifferingDay[]) => differing.map(({ day }) => day);

const listOf = (days: readonly string[]) => days.map((day) => `'${day}'`).join(', ');

/** Compares the days that a condition on a column of times selects. */
async function compare(
  clickhouse: FactStore,
  rollup: Rollup,
  isSelected: (time: string) => string,
): Promise<DifferingDay[]> {
  const compared = figuresOf(rollup);
  const fromFacts = await clickhouse.query<DaySums>(
    `SELECT toString(toDate(at)) AS day, ${selected(compared.map(({ name, factsSql }) => [name, factsSql]))} FROM facts
     WHERE ${isSelected('at')} AND ${rollupCondition(rollup)} GROUP BY day`,
  );
  const fromRollup = await clickhouse.query<DaySums>(
    `SELECT toString(toDate(hour)) AS day, ${selected(compared.map(({ name, rollupSql }) => [name, rollupSql]))}
     FROM ${rollup.table}
     WHERE ${isSelected('hour')} GROUP BY day`,
  );
  const factsOf = new Map(fromFacts.map((row) => [row['day'] ?? '', row]));
  const rollupOf = new Map(fromRollup.map((row) => [row['day'] ?? '', row]));
  return [...new Set([...factsOf.keys(), ...rollupOf.keys()])].sort().flatMap((day) => {
    const differences = compared
      .map(({ name }) => ({
        measure: name,
        facts: factsOf.get(day)?.[`${name}_sum`] ?? '0',
        rollup: rollupOf.get(day)?.[`${name}_sum`] ?? '0',
      }))
      .filter(({ facts, rollup }) => facts !== rollup);
    return differences.length > 0 ? [{ table: rollup.table, day, differences }] : [];
  });
}

/** A figure for comparing a roll-up with the facts, with its SQL for either. */
interface Figure {
  name: string;
  factsSql: string;
  rollupSql: string;
}

function figuresOf({ countsDevices }: Rollup): Figure[] {
  const sums = measures.map((name) => ({ name, factsSql: `sum(${name})`, rollupSql: `sum(${name})` }));
  if (!countsDevices) return sums;
  return [...sums, { name: 'devices', factsSql: `uniqIf(${reachedDevice})`, rollupSql: 'uniqMerge(devices)' }];
}

function selected(figures: readonly (readonly [name: string, sql: string])[]): string {
  return figures.map(([name, sql]) => `toString(${sql}) AS ${name}_sum`).join(', ');
}

/**
 * Rebuilds days of a month from the facts. The month is assembled in a second table, with its other days unchanged
 * (their facts may already be deleted), and replaces the original in one step. Repeating it changes nothing.
 */
async function rebuildDays(
  clickhouse: FactStore,
  rollup: Rollup,
  month: string,
  days: readonly string[],
): Promise<void> {
  const { table } = rollup;
  const rebuilt = `${table}_rebuilt`;
  const dayList = listOf(days);
  const columns = [...rollupColumns(rollup).keys()].join(', ');
  await clickhouse.command(`DROP TABLE IF EXISTS ${rebuilt} SYNC`);
  await clickhouse.command(`CREATE TABLE ${rebuilt} AS ${table}`);
  await clickhouse.command(
    `INSERT INTO ${rebuilt} SETTINGS insert_deduplicate = 0 SELECT * FROM ${table}
     WHERE toYYYYMM(hour) = ${month} AND toDate(hour) NOT IN (${dayList})`,
  );
  await clickhouse.command(
    `INSERT INTO ${rebuilt} (${columns}) SETTINGS insert_deduplicate = 0
     ${rollupSelect(rollup, `toDate(at) IN (${dayList})`)}`,
  );
  await clickhouse.command(`ALTER TABLE ${table} REPLACE PARTITION ${month} FROM ${rebuilt}`);
  await clickhouse.command(`DROP TABLE ${rebuilt} SYNC`);
}
