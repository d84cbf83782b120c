import { and, inArray } from 'drizzle-orm';
import type { Entity, EntityName, Fault } from '#model/index.ts';
import { tableOf } from '../tables.ts';
import { accountsOf, type Scope, type Transaction } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { hasStatus, within } from './selection.ts';

/**
 * The faults of a row's references: each must point to a row of the same account, inside what the writer may see, that
 * is not archived. `changed` names the fields to look at; an unchanged reference may point to a row that was archived since.
 */
export async function checkReferences(
  transaction: Transaction,
  entity: Entity,
  row: Readonly<Record<string, unknown>>,
  changed: ReadonlySet<string>,
  scope: Scope,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [name, field] of Object.entries(entity.fields)) {
    const value = row[name];
    if (!changed.has(name)) continue;
    const ids = field.kind === 'references' && Array.isArray(value) ? value.map(Number) : [];
    if (field.kind === 'reference' && typeof value === 'number') ids.push(value);
    if (ids.length === 0) continue;
    const target = tableOf(field.target as EntityName);
    const found = await transaction
      .select({
        id: columnNamed(target, 'id'),
        ...(hasStatus(target.entity) ? { status: columnNamed(target, 'status') } : {}),
      })
      .from(target.table)
      .where(
        and(inArray(columnNamed(target, 'id'), ids), within(target, narrowed(scope, row['demandId'], target.entity))),
      );
    const statusById = new Map(found.map((each) => [each['id'], each['status']]));
    const one = target.entity.label.toLowerCase();
    if (ids.some((id) => !statusById.has(id))) {
      faults.push({ code: 'unknown_reference', message: `There is no such ${one}`, path: name });
    } else if (ids.some((id) => statusById.get(id) === 2)) {
      faults.push({ code: 'archived_reference', message: `This ${one} is archived`, path: name });
    }
  }
  return faults;
}

/** What a row of an account may point to: rows of that account, of those that the writer may see. */
function narrowed(scope: Scope, account: unknown, target: Entity): Scope {
  if (target.ownedBy === 'platform') return 'all';
  const accounts = accountsOf(scope);
  if (typeof account !== 'number' || (accounts !== 'all' && !accounts.includes(account))) return [];
  return scope === 'all' || !('demandId' in scope) ? [account] : scope;
}
