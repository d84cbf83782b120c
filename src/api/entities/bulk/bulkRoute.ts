import { formerNamesOf } from '#model/field/formerNames.ts';
import {
  type BulkEdit,
  editedValue,
  editFaults,
  type Entity,
  type EntityName,
  type Fault,
  type Status,
} from '#model/index.ts';
import type { PlannedChange } from '#storage/entities/applyChanges.ts';
import { digestOf } from '../../changes/digestOf.ts';
import { validatorFor } from '../../changes/validatorFor.ts';
import type { ApiDeps } from '../../deps.ts';
import { implement, ok, reject, type Route } from '../../route.ts';
import { faultsOfBulk } from '../entityRules.ts';
import { figuresUnavailable, searchBy } from '../findRows.ts';
import { openFigures } from '../listMetrics/figures.ts';
import { scopeOf } from '../scopeOf.ts';
import { type BulkResponse, bulkContract, type ReadBulk } from './bulkContract.ts';
import { chooseBy } from './choice.ts';
import { readAffectedTraffic } from './readAffectedTraffic.ts';

/** The route that changes selected rows, or all that match a filter, at once: first as a preview, then for good. */
export function bulkRoute(deps: ApiDeps, entity: Entity): Route {
  const name = entity.name as EntityName;
  const read = openFigures(deps);
  return implement(bulkContract(entity).apply, async ({ body: sent, user, author }) => {
    const body = currentlyNamed(entity, sent);
    const faults = [...faultsOfBulk(name, body, user), ...editFaults(entity, body.edits ?? [])];
    if (faults.length > 0) return reject(422, faults);
    const rows = await chooseBy(searchBy(deps, read, user), name, body);
    if (!rows) return figuresUnavailable;
    const previewDigest = digestOf(rows);
    if (body.previewDigest !== undefined && body.previewDigest !== previewDigest)
      return reject(409, [changedSincePreview]);
    const outcome = await deps.changeSets.apply(
      rows.map((row) => changeOf(name, entity, row, body)),
      {
        author: { ...author, source: 'bulk' },
        scope: scopeOf(user),
        demandId: user.demandId,
        isDryRun: body.isDryRun ?? false,
        isPartial: true,
        validate: validatorFor(user),
      },
    );
    deps.snapshotNotifier.notify();
    const done = outcome.results.filter((result) => result.faults.length === 0);
    const results = outcome.results.map(({ index, id, name: rowName, fields, faults: [problem] }) => {
      const before: unknown = Reflect.get(rows[index] ?? {}, 'name');
      const shown = rowName === '' && typeof before === 'string' ? before : rowName;
      return { id: id ?? 0, name: shown, fields, problem: problem ?? null };
    });
    const changing = results.filter(({ fields }) => fields.length > 0).map(({ id }) => id);
    return ok({
      changed: done.length,
      batch: outcome.batch,
      previewDigest,
      ...(body.isDryRun ? await readAffectedTraffic(read, { entity: name, user, now: deps.now() }, changing) : {}),
      results: inRequestedOrder(body, results),
    });
  });
}

const changedSincePreview: Fault = {
  code: 'changed_since',
  message: 'The rows have changed since the preview. Preview again',
  path: 'previewDigest',
};

/** A body whose edits have the current names of the fields. */
function currentlyNamed({ fields }: Entity, { edits, ...body }: ReadBulk): ReadBulk {
  const formerNames = formerNamesOf(fields);
  return { ...body, edits: edits?.map((edit) => ({ ...edit, field: formerNames.get(edit.field) ?? edit.field })) };
}

/** The change of one row, based on the version that was read. */
function changeOf(
  name: EntityName,
  entity: Entity,
  row: { id: number; version: number },
  { status, edits = [] }: { status?: Status | undefined; edits?: readonly BulkEdit[] | undefined },
): PlannedChange {
  const values: Record<string, unknown> = status === undefined ? {} : { status };
  for (const edit of edits) {
    const field = entity.fields[edit.field];
    const value: unknown = edit.field in values ? values[edit.field] : Reflect.get(row, edit.field);
    if (field) values[edit.field] = editedValue(field, value, edit);
  }
  return { entity: name, action: 'update', id: row.id, version: row.version, values };
}

/** Sorts results by the requested ids. An id outside the scope gets the same response as one that does not exist. */
function inRequestedOrder({ ids }: ReadBulk, results: BulkResponse['results']): BulkResponse['results'] {
  if (!ids) return results;
  const byId = new Map(results.map((result) => [result.id, result]));
  const problem = { code: 'not_found', message: 'There is no such object', path: 'ids' };
  return [...new Set(ids)].map((id) => byId.get(id) ?? { id, name: '', fields: [], problem });
}
