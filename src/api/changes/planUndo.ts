import type { Action, Entity, EntityName, Fault, FieldChange } from '#model/index.ts';
import type { PlannedChange } from '#storage/entities/applyChanges.ts';
import type { LogEntry } from '#storage/entities/changeLog.ts';
import { changedSince, pastValues } from '../log/pastValues.ts';
import { givenFields, planRevert, type RevertPlan } from '../log/planRevert.ts';

/** The changes that undo a change set and the rights that they need, or why it can never be undone. */
export type UndoPlan =
  | { type: 'plan'; changes: PlannedChange[]; needs: { entity: EntityName; action: Action }[] }
  | { type: 'never'; faults: Fault[] };

/**
 * Plans the undo of a set's entries: new rows are archived or removed, removed rows recreated, and changed fields and
 * members restored, unless they have changed since.
 */
export function planUndo(
  entries: readonly LogEntry[],
  undoingMembers: (entry: number) => PlannedChange['followUp'],
): UndoPlan {
  const changes: PlannedChange[] = [];
  const needs: { entity: EntityName; action: Action }[] = [];
  const faults: Fault[] = [];
  const isOfMembers = (entry: LogEntry) => entry.fields.some(({ field }) => field === 'members');
  const ofMembers = new Map(entries.filter(isOfMembers).map((entry) => [rowKey(entry), entry]));
  for (const entry of perRow(entries.filter((each) => !isOfMembers(each)))) {
    const plan = planRevert(entry);
    if (plan.type === 'never') {
      faults.push({ ...plan.fault, path: '' });
      continue;
    }
    const { name, entity, rowId, step } = plan;
    needs.push({ entity: name, action: plan.needs });
    const members = ofMembers.get(rowKey(entry));
    ofMembers.delete(rowKey(entry));
    // An archived list takes its members along: only those of a restored one have to be undone.
    const also = members && step === 'restore' ? undoingMembers(members.id) : undefined;
    changes.push({ entity: name, revertOf: entry.id, ...inverse(entity, entry, rowId, step), followUp: also });
  }
  for (const { entity, rowId, id } of ofMembers.values()) {
    const name = entity as EntityName;
    needs.push({ entity: name, action: 'update' });
    changes.push({ entity: name, action: 'update', id: rowId ?? 0, values: {}, followUp: undoingMembers(id) });
  }
  return faults.length > 0 ? { type: 'never', faults } : { type: 'plan', changes, needs };
}

function inverse(
  { fields: known }: Entity,
  { fields: changes }: LogEntry,
  id: number,
  step: RevertPlan['step'],
): Pick<PlannedChange, 'action' | 'id' | 'values' | 'refuse'> {
  const fields = givenFields(changes, known);
  const refuse = (row: object) => changedSince(fields, known, row);
  switch (step) {
    case 'recreate':
      return { action: 'create', values: pastValues(fields, known) };
    case 'remove':
      return { action: 'remove', id, refuse };
    case 'archive':
      return { action: 'update', id, values: { status: 2 }, refuse };
    case 'restore':
    case 'members':
      break;
  }
  return {
    action: 'update',
    id,
    values: Object.fromEntries(fields.map(({ field, from }) => [field, from])),
    refuse,
  };
}

function rowKey({ entity, rowId }: LogEntry): string {
  return `${entity} ${rowId}`;
}

/** Merges the entries of each row: several steps of a set on one row become one. */
function perRow(entries: readonly LogEntry[]): LogEntry[] {
  const byRow = new Map<string, LogEntry>();
  for (const entry of entries) {
    const key = rowKey(entry);
    const earlier = byRow.get(key);
    byRow.set(key, earlier ? { ...earlier, fields: joined(earlier.fields, entry.fields) } : entry);
  }
  return [...byRow.values()];
}

function joined(earlier: readonly FieldChange[], later: readonly FieldChange[]): FieldChange[] {
  const fields = new Map(earlier.map((change) => [change.field, change]));
  for (const change of later) {
    const first = fields.get(change.field);
    fields.set(change.field, first ? { ...change, from: first.from } : change);
  }
  return [...fields.values()];
}
