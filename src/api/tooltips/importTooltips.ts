import type { Fault, RowByName, Status } from '#model/index.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { ImportReport, TooltipImport } from './tooltipContract.ts';

type TooltipRow = RowByName['tooltip'];

/** Reads all tooltips with these statuses, by key. */
export async function readTooltips(entities: Pick<EntityStore, 'list'>, status: Status[]): Promise<TooltipRow[]> {
  const size = 1000;
  const found: TooltipRow[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await entities.list('tooltip', { scope: 'all', status, sort: 'name', page, size });
    found.push(...rows);
    if (rows.length === 0 || found.length >= total) return found;
  }
}

/** Creates new tooltips and updates changed ones, by key; tooltips that are not in the import stay as they are. */
export async function importTooltips(
  entities: EntityStore,
  { tooltips, isDryRun }: TooltipImport,
  author: Author,
): Promise<{ type: 'done'; report: ImportReport } | { type: 'faults'; faults: Fault[] }> {
  const repeated = repeatedKeys(tooltips.map(keyOf));
  if (repeated.length > 0) return { type: 'faults', faults: repeated };
  const existing = new Map((await readTooltips(entities, [0, 1])).map((row) => [keyOf(row).toLowerCase(), row]));
  const results: ImportReport['results'] = [];
  for (const values of tooltips) {
    const name = keyOf(values);
    const row = existing.get(name.toLowerCase());
    const isSame = row && Object.entries(values).every(([field, value]) => Reflect.get(row, field) === value);
    results.push({ name, outcome: isSame ? 'unchanged' : row ? 'updated' : 'created' });
    if (isDryRun || isSame) continue;
    const outcome = row
      ? await entities.update('tooltip', row.id, values, 'all', { author })
      : await entities.create('tooltip', values, null, { author });
    if (outcome.type === 'faults') return { type: 'faults', faults: outcome.faults };
  }
  return { type: 'done', report: { isApplied: !isDryRun, results } };
}

function keyOf(values: object): string {
  return String(Reflect.get(values, 'name'));
}

function repeatedKeys(names: readonly string[]): Fault[] {
  const seen = new Set<string>();
  return names.flatMap((name, index): Fault[] => {
    const key = name.toLowerCase();
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ code: 'repeated', message: `${name} appears twice`, path: `tooltips.${index}.name` }];
  });
}
