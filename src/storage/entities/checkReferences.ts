import { and, inArray } from 'drizzle-orm';
import type { Entity, EntityName, Fault } from '#model/index.ts';
import { tableOf } from '../tables.ts';
import type { Transaction } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { hasStatus, within } from './selection.ts';

/**
 * The faults of a row's references: each must point to a row of the same account that is not archived. `changed` names
 * the fields to look at; an unchanged reference may point to a row that was archived since.
 */
export async function checkReferences(
  transaction: Transaction,
  entity: Entity,
  row: Readonly<Record<string, unknown>>,
  changed: ReadonlySet<string>,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const account = row['demandId'];
  for (const [name, field] of Object.entries(entity.fields)) {
    const id = row[name];
    if (field.kind !== 'reference' || !changed.has(name) || typeof id !== 'number') continue;
    const target = tableOf(field.target as EntityName);
    const isOwned = target.entity.ownedBy === 'account';
    const scope = isOwned ? (typeof account === 'number' ? [account] : []) : 'all';
    const [found] = await transaction
      .select({
        id: columnNamed(target, 'id'),
        ...(hasStatus(target.entity) ? { status: columnNamed(target, 'status') } : {}),
      })
      .from(target.table)
      .where(and(inArray(columnNamed(target, 'id'), [id]), within(target, scope)));
    if (!found) {
      faults.push({
        code: 'unknown_reference',
        message: `There is no such ${target.entity.label.toLowerCase()}`,
        path: name,
      });
    } else if (found['status'] === 2) {
      faults.push({
        code: 'archived_reference',
        message: `This ${target.entity.label.toLowerCase()} is archived`,
        path: name,
      });
    }
  }
  return faults;
}
