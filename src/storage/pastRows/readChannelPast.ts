import { and, eq, gt, inArray, lte, max } from 'drizzle-orm';
import { entities, type Field } from '#model/index.ts';
import {
  isPastEntity,
  pastEntities,
  type ChannelHistory,
  type PastEntity,
  type PastRow,
  type CurrentRow,
} from '#model/entity/pastRow.ts';
import { pastRows, snapshotVersion } from '../tables.ts';
import { tableOf } from '../tableOf.ts';
import type { Connection, Database } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { getRows } from '../entities/readRows.ts';
import { rowOf, visibleColumns } from '../entities/selection.ts';

export interface PastQuery {
  channelId: number;
  demandId: number;
  /** ISO 8601: earlier states are not needed. */
  since: string;
  /** Rows that the channel did not reference so far. */
  additional: readonly { entity: PastEntity; id: number }[];
}

/** Reads a channel with all its related rows, as of one version, and their changes since then. */
export function readChannelPast(db: Database, query: PastQuery): Promise<ChannelHistory> {
  return db.transaction((transaction) => readWithin(transaction, query), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

type Key = `${PastEntity}:${number}`;

async function readWithin(connection: Connection, query: PastQuery): Promise<ChannelHistory> {
  const { channelId, demandId, since, additional } = query;
  const [state] = await connection.select().from(snapshotVersion);
  const version = state?.version ?? 0;
  const [older] = await connection
    .select({ until: max(pastRows.until) })
    .from(pastRows)
    .where(lte(pastRows.at, since));
  const from = Math.max(state?.historyFrom ?? version, older?.until ?? 0);
  const past = await readPast(connection, demandId, from);
  const pastOf = new Map<Key, PastRow[]>();
  for (const each of past) {
    const key: Key = `${each.entity}:${each.id}`;
    const known = pastOf.get(key);
    if (known) known.push(each);
    else pastOf.set(key, [each]);
  }
  const rows: CurrentRow[] = [];
  const seenKeys = new Set<Key>();
  let open: { entity: PastEntity; id: number }[] = [];
  const enqueue = (entity: PastEntity, id: unknown) => {
    const key: Key = `${entity}:${Number(id)}`;
    if (typeof id !== 'number' || id === 0 || seenKeys.has(key)) return;
    seenKeys.add(key);
    open.push({ entity, id });
  };
  const follow = (entity: PastEntity, values: Readonly<Record<string, unknown>>) => {
    for (const [target, ids] of referencesOf(entity, values)) for (const id of ids) enqueue(target, id);
  };
  const take = (found: readonly CurrentRow[]) => {
    for (const each of found) {
      rows.push(each);
      follow(each.entity, each.row);
    }
  };
  enqueue('channel', channelId);
  enqueue('demand', demandId);
  for (const { entity, id } of additional) enqueue(entity, id);
  for (const each of await waterfallOf(connection, channelId)) {
    seenKeys.add(`waterfallRow:${each.id}`);
    take([each]);
  }
  // Removed rows that were in the waterfall.
  for (const { entity, id, before } of past) {
    if (entity === 'waterfallRow' && before?.['channelId'] === channelId) enqueue(entity, id);
  }
  take(await ratesIn(connection, seenKeys));
  while (open.length > 0) {
    const batch = open;
    open = [];
    for (const entity of pastEntities) {
      const ids = batch.filter((each) => each.entity === entity).map(({ id }) => id);
      take((await getRows(connection, entity, ids, 'all')).map((row) => ({ entity, id: row.id, row: { ...row } })));
    }
    for (const { entity, id } of batch) {
      for (const { before } of pastOf.get(`${entity}:${id}`) ?? []) if (before) follow(entity, before);
    }
  }
  return { version, from, rows, past: past.filter(({ entity, id }) => seenKeys.has(`${entity}:${id}`)) };
}

async function readPast(connection: Connection, demandId: number, from: number): Promise<PastRow[]> {
  const found = await connection
    .select({ entity: pastRows.entity, id: pastRows.rowId, until: pastRows.until, before: pastRows.before })
    .from(pastRows)
    .where(and(inArray(pastRows.demandId, [0, demandId]), gt(pastRows.until, from)));
  const rows = found.filter(({ entity }) => isPastEntity(entity)) as PastRow[];
  return rows.sort((a, b) => b.until - a.until);
}

async function waterfallOf(connection: Connection, channelId: number): Promise<CurrentRow[]> {
  const table = tableOf('waterfallRow');
  const selected = await connection
    .select(visibleColumns(table))
    .from(table.table)
    .where(eq(columnNamed(table, 'channelId'), channelId));
  return selected.map((each) => {
    const row = rowOf('waterfallRow', each);
    return { entity: 'waterfallRow', id: row.id, row: { ...row } };
  });
}

async function ratesIn(connection: Connection, seenKeys: Set<Key>): Promise<CurrentRow[]> {
  const table = tableOf('exchangeRate');
  const selected = await connection.select(visibleColumns(table)).from(table.table);
  return selected.map((each) => {
    const row = rowOf('exchangeRate', each);
    seenKeys.add(`exchangeRate:${row.id}`);
    return { entity: 'exchangeRate', id: row.id, row: { ...row } };
  });
}

/** The references of a row's values, among entities with a history. A waterfall row links a channel to its tag. */
function referencesOf(entity: PastEntity, values: Readonly<Record<string, unknown>>): [PastEntity, unknown[]][] {
  return Object.entries<Field>(entities[entity].fields).flatMap(
    ([name, { kind, target }]): [PastEntity, unknown[]][] => {
      const value = values[name];
      if (value === undefined || value === null || target === undefined || !isPastEntity(target)) return [];
      if (kind === 'reference') return entity === 'waterfallRow' && name === 'channelId' ? [] : [[target, [value]]];
      return kind === 'references' && Array.isArray(value) ? [[target, value]] : [];
    },
  );
}
