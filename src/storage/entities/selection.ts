import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Entity, EntityName, RowByName } from '#model/index.ts';
import { isListed } from '#model/field/listedFields.ts';
import { sealedName, secretNames } from '#model/field/secretField.ts';
import { accountsInScope, type Scope } from './database.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';
import { partnerCondition } from './partnerScope.ts';

/** The columns that leave the storage layer: all but secrets. */
export function visibleColumns(table: EntityTable): Record<string, PgColumn> {
  const { hashes = [], fields } = table.entity;
  const hidden = new Set([...hashes, ...secretNames(fields).map(sealedName)]);
  return Object.fromEntries(Object.entries(table.columns).filter(([name]) => !hidden.has(name)));
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

/** Completes selected columns to a row: accounts and the platform's own rows have no owner. */
export function rowOf<N extends EntityName>(name: N, selected: Record<string, unknown>): RowByName[N] {
  const owner = name === 'demand' ? null : (selected['demandId'] ?? null);
  return { ...selected, demandId: owner } as unknown as RowByName[N];
}

/** The intended use of rows: every account can read the platform's shared rows, but none can change them. */
export type Purpose = 'read' | 'write';

/**
 * The condition for an entity's rows in a scope. An account is a row of its own scope, and the platform's rows are in
 * no account's; undefined = everything.
 */
export function within(table: EntityTable, scope: Scope, purpose: Purpose = 'read'): SQL | undefined {
  return and(partCondition(table), ownerCondition(table, scope, purpose), partnerCondition(table, scope));
}

/** The condition for one row of a scope. */
export function oneWithin(table: EntityTable, id: number, scope: Scope, purpose: Purpose = 'read'): SQL | undefined {
  return and(eq(columnNamed(table, 'id'), id), within(table, scope, purpose));
}

/** The condition for the rows of an entity that shares a table with others. */
function partCondition(table: EntityTable): SQL | undefined {
  const conditions = Object.entries(table.entity.partOf?.where ?? {}).map(([name, values]) => {
    const column = columnNamed(table.parent ?? table, name);
    return values === 'set' ? isNotNull(column) : inArray(column, [...values]);
  });
  return and(...conditions);
}

function ownerCondition(table: EntityTable, scope: Scope, purpose: Purpose): SQL | undefined {
  const accounts = accountsInScope(scope);
  if (accounts === 'all') return undefined;
  const name = table.entity.name === 'demand' ? 'id' : 'demandId';
  const owner = table.columns[name];
  if (!owner || accounts.length === 0) return sql`false`;
  const isOwn = inArray(owner, [...accounts]);
  return table.entity.ownedBy === 'shared' && purpose === 'read' ? or(isOwn, isNull(owner)) : isOwn;
}

export function hasStatus(entity: Entity): boolean {
  return entity.fields['status']?.kind === 'status';
}

/** The field that names a row to people; undefined when there is none. */
export function nameField(entity: Entity): string | undefined {
  return 'name' in entity.fields ? 'name' : undefined;
}
