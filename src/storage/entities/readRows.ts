import { and, asc, inArray, ne } from 'drizzle-orm';
import type { EntityName, PartneredEntity, RowByName, Status } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { Connection, Scope } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { hasStatus, nameField, oneWithin, rowOf, visibleColumns, within } from './selection.ts';

/** One row; null when the scope has none. */
export async function getRow<N extends EntityName>(
  connection: Connection,
  name: N,
  id: number,
  scope: Scope,
): Promise<RowByName[N] | null> {
  const table = tableOf(name);
  const [selected] = await connection
    .select(visibleColumns(table))
    .from(table.table)
    .where(oneWithin(table, id, scope));
  return selected ? rowOf(name, selected) : null;
}

/** The rows of a scope with these ids, in no particular order. */
export async function getRows<N extends EntityName>(
  connection: Connection,
  name: N,
  ids: readonly number[],
  scope: Scope,
): Promise<RowByName[N][]> {
  if (ids.length === 0) return [];
  const table = tableOf(name);
  const selected = await connection
    .select(visibleColumns(table))
    .from(table.table)
    .where(and(inArray(columnNamed(table, 'id'), [...new Set(ids)]), within(table, scope)));
  return selected.map((row) => rowOf(name, row));
}

/** The part of a row that pickers and reports need. */
export interface NamedRow {
  id: number;
  name: string;
  uid?: string;
  status?: Status;
  creCount?: number;
  pubCount?: number;
}

/** An object with the partner that is set for it. */
export interface PartnerOfRow {
  id: number;
  /** Id of the partner. */
  partner: string;
}

/** The rows of a scope that have a partner, archived ones included. */
export async function listPartners(
  connection: Connection,
  name: PartneredEntity,
  scope: Scope,
): Promise<PartnerOfRow[]> {
  const table = tableOf(name);
  const partner = columnNamed(table, 'partner');
  const selected = await connection
    .select({ id: columnNamed(table, 'id'), partner })
    .from(table.table)
    .where(and(within(table, scope), ne(partner, '')))
    .orderBy(asc(columnNamed(table, 'id')));
  return selected as PartnerOfRow[];
}

export interface NamesRequest {
  scope: Scope;
  isArchivedShown?: boolean;
  ids?: readonly number[];
  /** The field with the number of members, to be included. */
  count?: 'creCount' | 'pubCount';
}

/**
 * Every row of a scope by name, with uid and status where the entity has them; without archived ones unless requested.
 */
export async function listNames(connection: Connection, name: EntityName, request: NamesRequest): Promise<NamedRow[]> {
  const table = tableOf(name);
  const label = nameField(table.entity);
  if (!label || request.ids?.length === 0) return [];
  const columns = { id: columnNamed(table, 'id'), name: columnNamed(table, label) };
  const isFiltered = hasStatus(table.entity) && !request.isArchivedShown;
  const selected = await connection
    .select({
      ...columns,
      ...('uid' in table.columns ? { uid: columnNamed(table, 'uid') } : {}),
      ...(hasStatus(table.entity) ? { status: columnNamed(table, 'status') } : {}),
      ...(request.count ? { [request.count]: columnNamed(table, request.count) } : {}),
    })
    .from(table.table)
    .where(
      and(
        within(table, request.scope),
        isFiltered ? ne(columnNamed(table, 'status'), 2) : undefined,
        request.ids ? inArray(columns.id, [...new Set(request.ids)]) : undefined,
      ),
    )
    .orderBy(asc(columns.name), asc(columns.id));
  return selected as unknown as NamedRow[];
}
