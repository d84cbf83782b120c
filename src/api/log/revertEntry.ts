import { createSchema, readValues, updateSchema } from '#model/index.ts';
import { isMemberList } from '#model/lists/listMembers.ts';
import type { LogEntry } from '#storage/entities/changeLog.ts';
import type { WriteOutcome } from '#storage/entities/writeRows.ts';
import type { ApiDeps } from '../deps.ts';
import { addedTagParams } from '../entities/addedTagParams.ts';
import { faultsOutsideSchema } from '../entities/entityRules.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { Call } from '../route.ts';
import { changedSince, pastValues } from './pastValues.ts';
import { givenFields, type RevertPlan } from './planRevert.ts';

/** The result of reverting an entry, as of any change; fields that have changed since are faults. */
export type RevertOutcome = WriteOutcome<{ id: number }>;

type Caller = Pick<Call, 'user' | 'author'>;

/** Reverts an entry as the caller, who has the plan's required right: by the same rules as any other change. */
export async function revertEntry(
  deps: ApiDeps,
  entry: LogEntry,
  plan: RevertPlan,
  { user, author: by }: Caller,
): Promise<RevertOutcome> {
  const { entities } = deps;
  const { name, entity, rowId, step } = plan;
  const scope = scopeOf(user);
  const author = { ...by, source: 'revert' as const };
  const revertOf = entry.id;

  if (step === 'recreate') {
    const { values, faults } = readValues(createSchema(entity), pastValues(entry.fields, entity.fields));
    return entities.create(name, values, entry.demandId, { found: faults, author, scope, revertOf });
  }

  if (step === 'members' && isMemberList(name)) {
    const change = { entry: entry.id, author, now: deps.now() };
    const outcome = await deps.lists.undo({ entity: name, id: rowId }, scope, change);
    return outcome.type === 'done' ? { type: 'done', row: { id: rowId }, fields: [] } : outcome;
  }

  const given = givenFields(entry.fields, entity.fields);
  const refuse = (row: object) => changedSince(given, entity.fields, row);
  if (step === 'remove') {
    const row = await entities.get(name, rowId, scope);
    const faults = row ? refuse(row) : [];
    return faults.length > 0 ? { type: 'faults', faults } : entities.remove(name, rowId, scope, { author, revertOf });
  }

  const wanted = step === 'archive' ? { status: 2 } : Object.fromEntries(given.map(({ field, from }) => [field, from]));
  const { values, faults } = readValues(updateSchema(entity), wanted);
  const found = [...faults, ...faultsOutsideSchema(name, values, { id: rowId, user })];
  const { refuse: refuseValues } = addedTagParams(name, values, user);
  return entities.update(name, rowId, values, scope, {
    found,
    author,
    revertOf,
    refuse: (row) => [...refuse(row), ...(refuseValues?.(row) ?? [])],
  });
}
