import { measures, type Rollup } from '#model/index.ts';

/** The devices that impressions reached, for facts: an argument and its condition for the functions named uniq…If. */
export const reachedDevice = 'facts.device, facts.deviceImps > 0';

/** The facts that a roll-up sums, as a condition. */
export function rollupCondition({ kinds }: Rollup): string {
  const [first, ...others] = kinds.map((kind) => `'${kind}'`);
  const isOfKind = others.length === 0 ? `kind = ${first}` : `kind IN (${[first, ...others].join(', ')})`;
  return `${isOfKind} AND verdict = 'counted'`;
}

/** The sorting key of a roll-up. */
export function rollupKey({ dimensions: [account, ...others] }: Rollup): string[] {
  return [account, 'hour', ...others];
}

/** The columns of a roll-up as expressions over facts, by name: its key, then its sums. */
export function rollupColumns(rollup: Rollup): Map<string, string> {
  const key = rollupKey(rollup).map((name): [string, string] => [
    name,
    name === 'hour' ? `toDateTime(toStartOfHour(at), 'UTC')` : name,
  ]);
  const sums = measures.map((name): [string, string] => [name, `sum(facts.${name})`]);
  const states: [string, string][] = rollup.countsDevices ? [['devices', `uniqStateIf(${reachedDevice})`]] : [];
  return new Map([...key, ...sums, ...states]);
}

/** The SELECT that computes a roll-up's rows from facts, with an optional further condition. */
export function rollupSelect(rollup: Rollup, extraCondition?: string): string {
  const columns = [...rollupColumns(rollup)].map(([name, sql]) => (name === sql ? name : `${sql} AS ${name}`));
  const conditions = [...(extraCondition === undefined ? [] : [extraCondition]), rollupCondition(rollup)];
  return [
    `SELECT\n  ${columns.join(',\n  ')}`,
    'FROM facts',
    `WHERE ${conditions.join(' AND ')}`,
    `GROUP BY ${rollupKey(rollup).join(', ')}`,
  ].join('\n');
}
