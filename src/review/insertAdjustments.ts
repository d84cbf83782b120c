import { factDimensions, type LateIvtReason } from '#model/index.ts';
import type { FactStore } from '#events/load/factStore.ts';
import { syncReplicas } from '#events/nightly/syncReplicas.ts';
import { stringLiteral } from '#storage/store/sqlText.ts';
import { agentKeySql, isWithin, type TimeRange } from './readSources.ts';

/** Sources of one kind that were found invalid for one reason. */
export interface Findings {
  reason: LateIvtReason;
  isOfClicksOnly: boolean;
  sources:
    | { kind: 'device'; keys: { hour: number; demandId: number; key: string }[] }
    | { kind: 'agentOfAddress'; keys: { hour: number; key: string }[] }
    | { kind: 'address'; keys: string[] }
    | { kind: 'network' | 'agent'; keys: string[] };
}

/** Name of the node in facts of adjustments: no machine has it. */
export const reviewNode = ':review';

/**
 * Events with an adjustment are excluded, so that a block that looks like an earlier one is not a repetition. Blocks are
 * small: each passes through the views of all roll-ups, and a larger one would be written as a file per column of each.
 */
const insertSettings = [
  'insert_deduplicate = 0',
  'max_threads = 1',
  'max_insert_threads = 1',
  'max_block_size = 8192',
  'min_insert_block_size_rows = 8192',
  'min_insert_block_size_bytes = 0',
].join(', ');

/** Sources in one statement. */
const maxKeys = 2000;

const dimensions = Object.keys(factDimensions);
const adjusted = ['Imps', 'Clicks', 'Rev', 'Cost', 'RevM', 'RevMd'] as const;

/**
 * Inserts adjustments for the counted impressions and clicks of a day that come from these sources: facts of their own
 * beside the counted ones, with the same time and dimensions and the reason as verdict. An event with an adjustment gets no
 * other, so that repeating it, after an interruption too, adds only what is missing. One caller at a time.
 */
export async function insertAdjustments(
  clickhouse: FactStore,
  day: TimeRange,
  findings: readonly Findings[],
): Promise<void> {
  for (const { reason, isOfClicksOnly, sources } of findings) {
    for (let from = 0; from < sources.keys.length; from += maxKeys) {
      // Each statement reads what the one before has inserted, maybe from another replica.
      await syncReplicas(clickhouse);
      const condition = sourceCondition({
        ...sources,
        keys: sources.keys.slice(from, from + maxKeys),
      } as typeof sources);
      await clickhouse.command(adjustmentSql(day, { reason, isOfClicksOnly, condition }));
    }
  }
}

/**
 * The statement that adjusts the events from the sources of a condition.
 *
 * @internal Visible for its test.
 */
export function adjustmentSql(
  day: TimeRange,
  { reason, isOfClicksOnly, condition }: Pick<Findings, 'reason' | 'isOfClicksOnly'> & { condition: string },
): string {
  const columns = ['node', 'seq', 'at', 'kind', 'serveId', 'event', 'verdict', 'params', ...dimensions];
  const values = [
    `'${reviewNode}'`,
    String(Math.floor(day.from / 86_400_000)),
    'at',
    `'adjustment'`,
    'serveId',
    'event',
    'verdict',
    'params',
    ...dimensions.map((name) => (name === 'ivt' ? `'${reason}'` : name)),
  ];
  const measures = adjusted.map((name) => [`adjusted${name}`, `${name[0]?.toLowerCase()}${name.slice(1)}`] as const);
  const [counted, found] = isOfClicksOnly ? ['clicks > 0', `event = 'click' AND `] : ['(imps > 0 OR clicks > 0)', ''];
  return `INSERT INTO facts (${[...columns, ...measures.map(([column]) => column)].join(', ')}) SETTINGS ${insertSettings}
SELECT ${[...values, ...measures.map(([, measure]) => measure)].join(', ')}
FROM facts
WHERE ${isWithin(day)} AND kind = 'event' AND verdict = 'counted' AND ivt = 'valid' AND ${counted}
  AND serveId IN (SELECT serveId FROM event_sources WHERE ${isWithin(day)} AND ${found}${condition})
  AND (serveId, event) NOT IN (SELECT serveId, event FROM facts WHERE ${isWithin(day)} AND kind = 'adjustment')`;
}

/** The condition on sources. Texts are literals: names of networks and user agents may have any character. */
function sourceCondition({ kind, keys }: Findings['sources']): string {
  switch (kind) {
    case 'device':
      return `(demandId, device, toUnixTimestamp(toStartOfHour(at))) IN (${keys
        .map(({ hour, demandId, key }) => `(${demandId}, ${key}, ${hour / 1000})`)
        .join(', ')})`;
    case 'agentOfAddress':
      return `device = 0 AND (${agentKeySql}, toUnixTimestamp(toStartOfHour(at))) IN (${keys
        .map(({ hour, key }) => `(${key}, ${hour / 1000})`)
        .join(', ')})`;
    case 'address':
      return `address IN (${keys.join(', ')})`;
    case 'network':
    case 'agent':
      return `address != 0 AND ${kind} IN (${keys.map(stringLiteral).join(', ')})`;
    default:
      return kind satisfies never;
  }
}
