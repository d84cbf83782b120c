import { type Entity, type EntityName, type Fault, mayDo } from '#model/index.ts';
import type { FindByName } from '#model/field/csvValue.ts';
import type { ChangeSetOutcome, ChangeSetOptions, PlannedChange } from '#storage/entities/applyChanges.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import type { Values } from '#storage/entities/draft.ts';
import { sameValue } from '#storage/entities/sameValue.ts';
import { digestOf } from '../changes/digestOf.ts';
import { validatorFor } from '../changes/validatorFor.ts';
import type { ApiDeps } from '../deps.ts';
import { faultsOfLimits } from '../entities/entityRules.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { ImportResponse } from './csvContract.ts';
import { type CsvRecord, parseCsv } from './parseCsv.ts';
import { type ImportRow, faultPathOf, planImport, targetsNamedIn } from './planImport.ts';

/** Maximum rows per file. */
const maxRows = 10_000;

/** Options of an import. */
export interface ImportOptions {
  user: SessionUser;
  author: Author;
  /** Whether to report the changes without making them. */
  isDryRun: boolean;
  /** The digest of the dry run; when the rows have changed since, nothing is imported. */
  previewDigest?: string | undefined;
}

type Deps = Pick<ApiDeps, 'entities' | 'changeSets'>;

/** Imports a CSV file as changes of an entity's rows: all of them, or none. Every fault names its line and column. */
export async function importCsv(
  deps: Deps,
  entity: Entity,
  text: string,
  { user, author, isDryRun, previewDigest: expectedDigest }: ImportOptions,
): Promise<ImportResponse> {
  const { changeSets } = deps;
  const name = entity.name as EntityName;
  const parsed = parseCsv(text);
  if (!parsed.ok) return refused([{ code: 'bad_csv', message: parsed.message, path: faultPathOf(parsed.line, '') }]);
  const { records } = parsed;
  const count = records.length - 1;
  if (count > maxRows) {
    const message = `The file has ${count.toLocaleString('en-US')} rows. The maximum is 10,000.`;
    return refused([{ code: 'too_many', message, path: '' }]);
  }
  const plan = planImport(entity, records, await namesFor(deps, entity, records, user));
  const about = { columns: plan.written, ignored: plan.ignored };
  if (plan.faults.length > 0) return refused(plan.faults, about);

  const scope = scopeOf(user);
  const ids = plan.rows.flatMap(({ id }) => id ?? []);
  const previewDigest = digestOf(ids.length === 0 ? [] : await deps.entities.choose(name, { ids, scope }));
  if (expectedDigest !== undefined && expectedDigest !== previewDigest) return refused([changedSinceDryRun], about);

  const newRowFaults = await faultsOfNewRows(deps, name, plan.rows, user);
  const changes = plan.rows.map((row) => changeOf(name, entity, row));
  const { judge, foundIn } = validateRows(plan.rows, changes, validatorFor(user));
  const outcome = await changeSets.apply(changes, {
    author: { ...author, source: 'bulk' },
    scope,
    demandId: user.demandId,
    isDryRun: isDryRun || newRowFaults.length > 0,
    isPartial: false,
    validate: judge,
  });
  const faults = [
    ...newRowFaults,
    ...plan.rows.flatMap((row, index) => faultsOfRow(row, foundIn(index), outcome, index)),
  ];
  return { ...about, previewDigest, batch: outcome.batch, ...rowsOf(plan.rows, outcome), faults };
}

const changedSinceDryRun: Fault = {
  code: 'changed_since',
  message: 'The rows have changed since the preview. Preview the import again',
  path: 'previewDigest',
};

function refused(faults: Fault[], about: Partial<ImportResponse> = {}): ImportResponse {
  return { batch: null, previewDigest: '', columns: [], ignored: [], rows: [], unchanged: 0, faults, ...about };
}

/** Reads the names that the file can reference, once, for finding rows by name. */
async function namesFor(
  deps: Deps,
  entity: Entity,
  records: readonly CsvRecord[],
  user: SessionUser,
): Promise<FindByName> {
  const idsByName = new Map<string, Map<string, number[]>>();
  for (const target of targetsNamedIn(entity, records)) {
    const ids = new Map<string, number[]>();
    for (const { id, name } of await deps.entities.listNames(target as EntityName, { scope: scopeOf(user) })) {
      ids.set(name, [...(ids.get(name) ?? []), id]);
    }
    idsByName.set(target, ids);
  }
  return (target, name) => {
    const [id, ...others] = idsByName.get(target)?.get(name) ?? [];
    if (id === undefined) return `No object is named “${name}”`;
    return others.length === 0 ? id : `Several objects are named “${name}”. Use the ID instead.`;
  };
}

async function faultsOfNewRows(
  deps: Deps,
  name: EntityName,
  rows: readonly ImportRow[],
  user: SessionUser,
): Promise<Fault[]> {
  const added = rows.filter(({ id }) => id === null).length;
  if (added === 0) return [];
  if (mayDo(user, name, 'create')) return faultsOfLimits(deps.entities, name, user.demandId, added);
  return [{ code: 'forbidden', message: 'You cannot add rows. Every line needs an ID.', path: '' }];
}

function changeOf(entity: EntityName, { fields }: Entity, { id, version, values, fixed }: ImportRow): PlannedChange {
  if (id === null) return { entity, action: 'create', values };
  const refuse = (row: object): Fault[] =>
    Object.entries(fixed)
      .filter(([path, value]) => !sameValue(value, Reflect.get(row, path)))
      .map(([path]) => ({
        code: 'immutable',
        message: `${fields[path]?.label} cannot be changed after creation`,
        path,
      }));
  return { entity, action: 'update', id, version, values, refuse };
}

/** A validator that adds the faults of cells, and stores the faults of each row. */
function validateRows(
  rows: readonly ImportRow[],
  changes: readonly PlannedChange[],
  judge: ChangeSetOptions['validate'],
) {
  const found = new Map(changes.map((change, index) => [change, [...(rows[index]?.faults ?? [])]]));
  return {
    judge: (change: PlannedChange, values: Values) => {
      const judged = judge(change, values);
      const faults = found.get(change) ?? [];
      faults.push(...judged.faults);
      return { values: judged.values, faults };
    },
    foundIn: (index: number) => (changes[index] && found.get(changes[index])) ?? [],
  };
}

/** The faults of a row, one per column. A row whose cells do not fit the headings has no other faults. */
function faultsOfRow(
  { line, faults }: ImportRow,
  found: readonly Fault[],
  { results }: ChangeSetOutcome,
  index: number,
): Fault[] {
  const cellCountFaults = faults.filter(({ code }) => code === 'cell_count');
  const byColumn = new Map<string, Fault>();
  for (const fault of cellCountFaults.length > 0 ? cellCountFaults : [...found, ...(results[index]?.faults ?? [])]) {
    const [column = ''] = fault.path.split('.');
    if (!byColumn.has(column)) byColumn.set(column, { ...fault, path: faultPathOf(line, column) });
  }
  return [...byColumn.values()];
}

function rowsOf(rows: readonly ImportRow[], { results }: ChangeSetOutcome): Pick<ImportResponse, 'rows' | 'unchanged'> {
  const changed: ImportResponse['rows'] = [];
  let unchanged = 0;
  for (const { index, id, name, fields, faults } of results) {
    const row = rows[index];
    if (!row || faults.length > 0) continue;
    if (fields.length === 0) unchanged += 1;
    else changed.push({ line: row.line, isNew: row.id === null, id: row.id === null ? null : id, name, fields });
  }
  return { rows: changed, unchanged };
}
