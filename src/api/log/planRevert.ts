import {
  type Action,
  type Entity,
  entities,
  type EntityName,
  entityNamed,
  type Fault,
  type Field,
  type FieldChange,
  mayDo,
  type RightsHolder,
  seesMoney,
} from '#model/index.ts';
import { isMemberList } from '#model/lists/listMembers.ts';
import type { ChangeSetSummary } from '#storage/entities/changeSetStore.ts';
import type { LogEntry } from '#storage/entities/changeLog.ts';
import { moneyHidden } from '../money/moneyFaults.ts';

/** The plan of reverting an entry: the row, the required right, and the step. */
export interface RevertPlan {
  type: 'plan';
  name: EntityName;
  entity: Entity;
  rowId: number;
  needs: Action;
  /**
   * archive and remove revert a creation, recreate a deletion, restore a change of fields, members a change of a list's
   * members.
   */
  step: 'archive' | 'remove' | 'recreate' | 'restore' | 'members';
}

/** The reason why an entry can never be reverted. */
interface NotRevertible {
  type: 'never';
  fault: Fault;
}

/** Plans reverting an entry, regardless of the user. */
export function planRevert(entry: LogEntry): RevertPlan | NotRevertible {
  const { action, rowId } = entry;
  if (!Object.hasOwn(entities, entry.entity) || rowId === null)
    return notRevertible('This type of entry cannot be undone');
  const name = entry.entity as EntityName;
  const entity: Entity = entities[name];
  const plan = (step: RevertPlan['step'], needs: Action): RevertPlan => {
    return { type: 'plan', name, entity, rowId, needs, step };
  };
  if (action === 'created') return entity.removal === 'delete' ? plan('remove', 'delete') : plan('archive', 'update');
  if (action === 'deleted' && entity.removal === 'delete') return plan('recreate', 'create');
  if (action !== 'updated' && action !== 'status') return notRevertible('This type of entry cannot be undone');
  if (entry.fields.length === 0) return notRevertible('Nothing changed');
  if (entry.fields.some(({ field }) => field === 'members') && isMemberList(name)) return plan('members', 'update');
  // Fields that the server wrote with the change are derived and not reverted. An entry with only such fields stays.
  const written = givenFields(entry.fields, entity.fields);
  for (const { field: path, isSecret } of written.length > 0 ? written : entry.fields) {
    const field = entity.fields[path];
    if (isSecret) return notRevertible('Secret values are not stored, so they cannot be restored', path);
    if (!field) return notRevertible('This field no longer exists', path);
    if (field.isGenerated || field.isImmutable) return notRevertible(`${field.label} is set by the server`, path);
  }
  return plan('restore', 'update');
}

/** The changes of an entry that the user made, without those that the server derived. */
export function givenFields(changes: readonly FieldChange[], fields: Readonly<Record<string, Field>>): FieldChange[] {
  return changes.filter(({ field }) => fields[field]?.logged === undefined);
}

/** Plans reverting an entry as a user; `forbidden` = the user does not have the required right. */
export function planRevertAs(entry: LogEntry, user: RightsHolder): RevertPlan | NotRevertible | { type: 'forbidden' } {
  const plan = planRevert(entry);
  if (plan.type === 'never') return plan;
  if (!mayDo(user, plan.name, plan.needs)) return { type: 'forbidden' };
  const hidden = plan.step === 'restore' && !seesMoney(user) ? moneyIn(entry.fields, plan.entity.fields) : undefined;
  return hidden ? { type: 'never', fault: hidden } : plan;
}

/** The fault of the first change of money among changes. */
function moneyIn(changes: readonly FieldChange[], fields: Readonly<Record<string, Field>>): Fault | undefined {
  const path = changes.find(({ field }) => fields[field]?.isMoney)?.field;
  return path === undefined ? undefined : moneyHidden(fields[path]?.label ?? path, path);
}

/** Whether a user may undo a set, which depends on the kinds of its changes. */
export function canUndo({ kinds }: Pick<ChangeSetSummary, 'kinds'>, user: RightsHolder): boolean {
  return kinds.every(({ entity: name, action }) => {
    const entity = entityNamed(name);
    if (!entity) return false;
    const needs =
      action === 'deleted' ? 'create' : action === 'created' && entity.removal === 'delete' ? 'delete' : 'update';
    return mayDo(user, entity.name as EntityName, needs);
  });
}

function notRevertible(message: string, path = ''): NotRevertible {
  return { type: 'never', fault: { code: 'not_revertible', message, path } };
}
