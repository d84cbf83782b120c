import { inArray } from 'drizzle-orm';
import { entities, type EntityName, type Field, type ServedEntity } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { Connection, Database } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { getRows } from './readRows.ts';
import { rowOf, visibleColumns } from './selection.ts';

/** A current row. */
export interface ConfigurationRow {
  entity: ServedEntity;
  id: number;
  row: Readonly<Record<string, unknown>>;
}

/** The suppliers and channels whose auctions are replayed. */
export interface ConfigurationQuery {
  demandId: number;
  supplierIds: readonly number[];
  channelIds: readonly number[];
  /** Further rows, such as those that a campaign references. */
  additional: readonly { entity: ServedEntity; id: number }[];
}

/** Entities read in full per account, because no row references them. */
const fullyReadEntities: readonly ServedEntity[] = ['adexchange', 'deal'];

/** Entities followed through the references of read rows. */
const followed: readonly string[] = ['advertiser', 'subpublisher', 'tag', 'targeting', 'appList', 'creList', 'pubList'];

/**
 * Reads the rows on which the auctions of some suppliers and channels of an account depend, except campaigns, in one
 * consistent view.
 */
export function readConfiguration(db: Database, query: ConfigurationQuery): Promise<ConfigurationRow[]> {
  return db.transaction((transaction) => readWithin(transaction, query), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function readWithin(connection: Connection, query: ConfigurationQuery): Promise<ConfigurationRow[]> {
  const { demandId, supplierIds, channelIds, additional } = query;
  const rows: ConfigurationRow[] = [];
  const known = new Set<string>();
  let open = new Map<ServedEntity, number[]>();
  const enqueue = (entity: ServedEntity, id: unknown) => {
    const key = `${entity}:${Number(id)}`;
    if (typeof id !== 'number' || id === 0 || known.has(key)) return;
    known.add(key);
    open.set(entity, [...(open.get(entity) ?? []), id]);
  };
  const take = (found: readonly ConfigurationRow[]) => {
    for (const each of found) {
      known.add(`${each.entity}:${each.id}`);
      rows.push(each);
      for (const [target, ids] of referencesOf(each)) for (const id of ids) enqueue(target, id);
    }
  };
  enqueue('demand', demandId);
  for (const id of supplierIds) enqueue('supplier', id);
  for (const id of channelIds) enqueue('channel', id);
  for (const { entity, id } of additional) enqueue(entity, id);
  for (const entity of fullyReadEntities) take(await readWhere(connection, entity, 'demandId', [demandId]));
  take(await readWhere(connection, 'waterfallRow', 'channelId', channelIds));
  take(await readWhere(connection, 'exchangeRate', null, []));
  while (open.size > 0) {
    const batch = open;
    open = new Map();
    for (const [entity, ids] of batch) {
      const found = await getRows(connection, entity, ids, 'all');
      take(found.map((row) => ({ entity, id: row.id, row: { ...row } })));
    }
  }
  return rows;
}

/** The rows in which a column has one of some values; without a column, all. */
async function readWhere(
  connection: Connection,
  entity: ServedEntity,
  column: string | null,
  values: readonly number[],
): Promise<ConfigurationRow[]> {
  if (column !== null && values.length === 0) return [];
  const table = tableOf(entity);
  const condition = column === null ? undefined : inArray(columnNamed(table, column), [...values]);
  const selected = await connection.select(visibleColumns(table)).from(table.table).where(condition);
  return selected.map((each) => {
    const row = rowOf(entity as EntityName, each);
    return { entity, id: row.id, row: { ...row } };
  });
}

/** The references of a row that it needs to be in force. */
function referencesOf({ entity, row }: ConfigurationRow): [ServedEntity, unknown[]][] {
  return Object.entries<Field>(entities[entity].fields).flatMap(([name, { target }]): [ServedEntity, unknown[]][] => {
    const value = row[name];
    if (value === undefined || value === null || target === undefined || !followed.includes(target)) return [];
    // Deals reference tags and advertisers of many channels.
    if (entity === 'deal') return [];
    return [[target as ServedEntity, Array.isArray(value) ? value : [value]]];
  });
}
