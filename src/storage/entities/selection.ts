import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Entity, EntityName, RowByName } from '#model/index.ts';
import type { Scope } from './database.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';

/** The columns that leave the storage layer: all but secrets. */
export function visibleColumns(table: EntityTable): Record<string, PgColumn> {
  return Object.fromEntries(
    Object.entries(table.columns).filter(([name]) => table.entity.fields[name]?.kind !== 'secret'),
  );
}

/** The columns that lists show: without markup, of which one page could hold hundreds of megabytes. */
export function listedColumns(table: EntityTable): Record<string, PgColumn> {
  return Object.fromEntries(
    Object.entries(visibleColumns(table)).filter(([name]) => table.entity.fields[name]?.kind !== 'xml'),
  );
}

/** Completes what was selected to a row: an account has no owner. */
export function rowOf<N extends EntityName>(name: N, selected: Record<string, unknown>): RowByName[N] {
  return (name === 'demand' ? { ...selected, demandId: null } : selected) as unknown as RowByName[N];
}

/** Restricts to the rows of a scope. An account is a row of its own scope; undefined = everything. */
export function within(table: EntityTable, scope: Scope): SQL | undefined {
  if (scope === 'all') return undefined;
  const owner = columnNamed(table, table.entity.name === 'demand' ? 'id' : 'demandId');
  return scope.length === 0 ? sql`false` : inArray(owner, [...scope]);
}

/** Restricts to one row of a scope. */
export function oneWithin(table: EntityTable, id: number, scope: Scope): SQL | undefined {
  return and(eq(columnNamed(table, 'id'), id), within(table, scope));
}

/** Whether rows of the entity carry a status. */
export function hasStatus(entity: Entity): boolean {
  return entity.fields['status']?.kind === 'status';
}

/** The field that names a row to people, when there is one. */
export function nameField(entity: Entity): string | undefined {
  return 'name' in entity.fields ? 'name' : undefined;
}
