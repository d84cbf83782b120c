import { and, inArray, ne } from 'drizzle-orm';
import { type ServedListKind, servedListKinds, trafficListId, type TrafficListRow } from '#model/lists/trafficList.ts';
import type { Connection } from '../entities/database.ts';
import { trafficLists } from '../tables.ts';

/** Name of fetched lists in the snapshot feed. */
export const trafficListFeed = { name: 'trafficList', isServed: true } as const;

/** A fetched list's row in the snapshot feed. */
export function servedTrafficList(kind: ServedListKind, digest: string): TrafficListRow {
  return { id: trafficListId(kind), kind, digest };
}

/** The fetched lists in use, for a checkpoint. */
export async function readServedTrafficLists(connection: Connection) {
  const { kind, digest } = trafficLists;
  const rows = await connection
    .select({ kind, digest })
    .from(trafficLists)
    .where(and(ne(digest, ''), inArray(kind, [...servedListKinds])))
    .orderBy(kind);
  return rows.map((each) => {
    const row = servedTrafficList(each.kind as ServedListKind, each.digest);
    return { type: 'row' as const, entity: 'trafficList' as const, id: row.id, row };
  });
}
