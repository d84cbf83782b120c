import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Entity, EntityName, RowByName } from '#model/index.ts';
import { isListed } from '#model/field/listedFields.ts';
import { accountsOf, type Scope } from './database.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';
import { partnerCondition } from './partnerScope.ts';

/** The columns that leave the storage layer: all but secrets. */
export function visibleColumns(table: EntityTable): Record<string, PgColumn> {
  return Object.fromEntries(
    Object.entries(table.columns).filter(([name]) => table.entity.fields[name]?.kind !== 'secret'),
  );
}

/** The columns that lists show. */
export function listedColumns(table: EntityTable): Record<string, PgColumn> {
  return Object.fromEntries(
    Object.entries(visibleColumns(table)).filter(([name]) => {
      const field = table.entity.fields[name];
      return field === undefined || isListed(field);
    }),
  );
}

/** Completes what was selected to a row: an account, like the platform's own rows, has no owner. */
export function rowOf<N extends EntityName>(name: N, selected: Record<string, unknown>): RowByName[N] {
  const owner = name === 'demand' ? null : (selected['demandId'] ?? null);
  return { ...selected, demandId: owner } as unknown as RowByName[N];
}

/** What a caller wants of rows: shared rows of the platform can be read by every account, and changed by none. */
export type Purpose = 'read' | 'write';

/**
 * Restricts to the rows of an entity that a scope holds. An account is a row of its own scope, and the platform's rows
 * are in no account's; undefined = everything.
 */
export function within(table: EntityTable, scope: Scope, purpose: Purpose = 'read'): SQL | undefined {
  return and(partCondition(table), ownerCondition(table, scope, purpose), partnerCondition(table, scope));
}

/** Restricts to one row of a scope. */
export function oneWithin(table: EntityTable, id: number, scope: Scope, purpose: Purpose = 'read'): SQL | undefined {
  return and(eq(columnNamed(table, 'id'), id), within(table, scope, purpose));
}

/** The rows of an entity that shares a table with others. */
function partCondition(table: EntityTable): SQL | undefined {
  const conditions = Object.entries(table.entity.partOf?.where ?? {}).map(([name, values]) => {
    const column = columnNamed(table.parent ?? table, name);
    return values === 'set' ? isNotNull(column) : inArray(column, [...values]);
  });
  return and(...conditions);
}

function ownerCondition(table: EntityTable, scope: Scope, purpose: Purpose): SQL | undefined {
  const accounts = accountsOf(scope);
  if (accounts === 'all') return undefined;
  const name = table.entity.name === 'demand' ? 'id' : 'demandId';
  const owner = table.columns[name];
  if (!owner || accounts.length === 0) return sql`false`;
  const isOwn = inArray(owner, [...accounts]);
  return table.entity.ownedBy === 'shared' && purpose === 'read' ? or(isOwn, isNull(owner)) : isOwn;
}

/** Whether rows of the entity carry a status. */
export function hasStatus(entity: Entity): boolean {
  return entity.fields['status']?.kind === 'status';
}

/** The field that names a row to people, when there is one. */
export function nameField(entity: Entity): string | undefined {
  return 'name' in entity.fields ? 'name' : undefined;
}
