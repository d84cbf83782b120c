import {
  createSchema,
  type Fault,
  faultsOf,
  type Field,
  type FieldChange,
  type Status,
  updateSchema,
} from '#model/index.ts';
import type { LogEntry } from '#storage/entities/changeLog.ts';
import { sameValue } from '#storage/entities/sameValue.ts';
import type { WriteOutcome } from '#storage/entities/writeRow.ts';
import type { ApiDeps } from '../deps.ts';
import { endSessionsAfter, faultsBeyondFields } from '../entities/entityRules.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { Call } from '../route.ts';
import type { RevertPlan } from './planRevert.ts';

/** What came of taking an entry back: as of any change; fields that have changed since are faults of their own. */
export type RevertOutcome = WriteOutcome<{ id: number }>;

type Caller = Pick<Call, 'user' | 'author' | 'sessionToken'>;

/** Takes an entry back as the caller, who may do what the plan needs: through the same rules as any other change. */
export async function revertEntry(
  deps: ApiDeps,
  entry: LogEntry,
  plan: RevertPlan,
  { user, author: by, sessionToken }: Caller,
): Promise<RevertOutcome> {
  const { entities } = deps;
  const { name, entity, rowId, step } = plan;
  const scope = scopeOf(user);
  const author = { ...by, source: 'revert' as const };
  const revertOf = entry.id;

  if (step === 'recreate') {
    const parsed = createSchema(entity).safeParse(valuesBefore(entry.fields, entity.fields));
    if (!parsed.success) return { type: 'faults', faults: faultsOf(parsed.error) };
    return entities.create(name, parsed.data, entry.demandId, { author, scope, revertOf });
  }

  const refuse = (row: object) => changedSince(entry.fields, entity.fields, row);
  if (step === 'remove') {
    const row = await entities.get(name, rowId, scope);
    const faults = row ? refuse(row) : [];
    return faults.length > 0 ? { type: 'faults', faults } : entities.remove(name, rowId, scope, { author, revertOf });
  }

  const wanted =
    step === 'archive' ? { status: 2 } : Object.fromEntries(entry.fields.map(({ field, from }) => [field, from]));
  const parsed = updateSchema(entity).safeParse(wanted);
  if (!parsed.success) return { type: 'faults', faults: faultsOf(parsed.error) };
  const found = faultsBeyondFields(name, parsed.data, { id: rowId, user });
  const outcome = await entities.update(name, rowId, parsed.data, scope, { found, author, revertOf, refuse });
  if (outcome.type === 'done') {
    await endSessionsAfter(deps, name, [rowId], { status: parsed.data['status'] as Status | undefined }, sessionToken);
  }
  return outcome;
}

/** The values of a row that was deleted, as a client would give them. */
function valuesBefore(fields: readonly FieldChange[], known: Record<string, Field>): Record<string, unknown> {
  const given = fields.filter(({ field, from }) => known[field] && !known[field].isGenerated && from !== null);
  return Object.fromEntries(given.map(({ field, from }) => [field, from]));
}

/** One fault for each field that no longer has the value that the entry gave it. */
function changedSince(fields: readonly FieldChange[], known: Record<string, Field>, row: object): Fault[] {
  return fields.flatMap(({ field: path, to }): Fault[] => {
    const field = known[path];
    if (!field) return [];
    const now: unknown = Reflect.get(row, path) ?? null;
    if (sameValue(now, to ?? null)) return [];
    const message = `${field.label} has changed since: it is ${inWords(field, now)} now, and this change made it ${inWords(field, to)}`;
    return [{ code: 'changed_since', message, path }];
  });
}

const mostCharacters = 80;

function inWords(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  const choice = field.choices?.find((each) => each.value === value);
  if (choice) return choice.label;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}
