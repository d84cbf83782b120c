import { and, inArray } from 'drizzle-orm';
import { fixInRow } from '#model/entity/entityPages.ts';
import type { Entity, EntityName, Fault, Field } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import { accountsInScope, type Scope, type Transaction } from './database.ts';
import type { Draft } from './draft.ts';
import { columnNamed } from './entityTable.ts';
import { hasStatus, within } from './selection.ts';

/**
 * Adds the faults of references to drafts: each must point to a row of the same account, visible to the writer and not
 * archived. An unchanged reference may point to a row that was archived since. One read per field and account.
 */
export async function checkReferences(
  transaction: Transaction,
  entity: Entity,
  drafts: readonly Draft[],
  scope: Scope,
): Promise<void> {
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'reference' && field.kind !== 'references') continue;
    const pointing = drafts.filter(
      (draft) => draft.changed.has(name) && newIds(field, draft.row[name], draft.before?.[name]).length > 0,
    );
    for (const [account, of] of byAccount(pointing)) {
      await checkField(transaction, field, name, of, narrowed(scope, account, targetOf(field).entity));
    }
  }
}

async function checkField(
  transaction: Transaction,
  field: Field,
  name: string,
  drafts: readonly Draft[],
  scope: Scope,
): Promise<void> {
  const target = targetOf(field);
  const id = columnNamed(target, 'id');
  const idsOf = (draft: Draft) => newIds(field, draft.row[name], draft.before?.[name]);
  const ids = [...new Set(drafts.flatMap(idsOf))];
  const found = await transaction
    .select({
      id,
      ...(hasStatus(target.entity) ? { status: columnNamed(target, 'status') } : {}),
      ...(field.memberCount ? { members: columnNamed(target, field.memberCount) } : {}),
    })
    .from(target.table)
    .where(and(inArray(id, ids), within(target, scope)));
  const foundById = new Map<unknown, Found>(found.map((each) => [each['id'], each]));
  for (const draft of drafts) {
    const fault = faultOf(idsOf(draft), foundById, target.entity);
    if (fault) draft.faults.push({ ...fault, path: name });
  }
}

/** A referenced row. */
interface Found {
  status?: unknown;
  members?: unknown;
}

function faultOf(
  ids: readonly number[],
  foundById: ReadonlyMap<unknown, Found>,
  entity: Entity,
): Omit<Fault, 'path'> | null {
  const one = entity.label.toLowerCase();
  if (ids.some((id) => !foundById.has(id))) return { code: 'unknown_reference', message: `There is no such ${one}` };
  const archived = ids.find((id) => foundById.get(id)?.status === 2);
  if (archived !== undefined) {
    const fix = fixInRow(entity.name, archived, { label: `Open ${one}`, field: 'status' });
    return { code: 'archived_reference', message: `This ${one} is archived`, ...fix };
  }
  const empty = ids.find((id) => foundById.get(id)?.members === 0);
  if (empty !== undefined) {
    const message = `This ${one} is empty, so nothing would match it`;
    return {
      code: 'empty_reference',
      message,
      ...fixInRow(entity.name, empty, { label: 'Edit members', tab: 'members' }),
    };
  }
  return null;
}

function targetOf(field: Field) {
  return tableOf(field.target as EntityName);
}

/** The ids that a field newly references; those already in a list are not checked again. */
function newIds(field: Field, value: unknown, before: unknown): number[] {
  if (field.kind === 'reference') return typeof value === 'number' ? [value] : [];
  if (!Array.isArray(value)) return [];
  const known = new Set<unknown>(Array.isArray(before) ? before : []);
  return value.filter((id) => !known.has(id)).map(Number);
}

function byAccount(drafts: readonly Draft[]): Map<unknown, Draft[]> {
  const groups = new Map<unknown, Draft[]>();
  for (const draft of drafts) {
    const account = draft.row['demandId'];
    const group = groups.get(account);
    if (group) group.push(draft);
    else groups.set(account, [draft]);
  }
  return groups;
}

/** The rows that an account's row may reference: rows of that account that the writer may see. */
function narrowed(scope: Scope, account: unknown, target: Entity): Scope {
  if (target.ownedBy === 'platform') return 'all';
  const accounts = accountsInScope(scope);
  if (typeof account !== 'number' || (accounts !== 'all' && !accounts.includes(account))) return [];
  return scope === 'all' || !('demandId' in scope) ? [account] : scope;
}
