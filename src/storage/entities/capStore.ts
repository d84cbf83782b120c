import { and, eq, inArray, isNotNull, ne, or, type SQL } from 'drizzle-orm';
import { entities, type RowByName } from '#model/index.ts';
import { tableOf } from '../tables.ts';
import type { Database } from './database.ts';
import { columnNamed, type EntityTable } from './entityTable.ts';
import { publishChanges } from './publishChanges.ts';
import { rowOf, visibleColumns } from './selection.ts';

/** The entities that can have caps. */
export const cappedEntities = ['tag', 'channel'] as const;

/** An entity that can have caps. */
export type CappedEntity = (typeof cappedEntities)[number];

const capFields = {
  tag: ['impsPerDay', 'impsTotal', 'spendPerDay'],
  channel: ['reqsPerDay', 'impsPerDay'],
} as const;

/** Caps of a row, and until when it rests because of them. */
export interface CappedRow {
  id: number;
  demandId: number;
  /** Whole hours from UTC of its account. */
  timezone: number;
  /** ISO 8601; null while it does not rest. */
  cappedUntil: string | null;
  impsPerDay: number | null;
  /** Tags only. */
  impsTotal: number | null;
  /** Decimal USD; tags only. */
  spendPerDay: string | null;
  /** Channels only. */
  reqsPerDay: number | null;
}

/** Caps, and the rests that they cause. */
export interface CapStore {
  /** Rows with a cap, or at rest, that are not archived. */
  cappedRows(name: CappedEntity): Promise<CappedRow[]>;
  /** Ends or begins rests, and tells serving. Nobody's edit goes stale by it, and the log does not tell of it. */
  setRests(name: CappedEntity, rests: readonly Pick<CappedRow, 'id' | 'cappedUntil'>[]): Promise<void>;
}

/** Opens the caps of a database. */
export function openCaps(db: Database): CapStore {
  return {
    async cappedRows(name) {
      const table = tableOf(name);
      const demands = tableOf('demand');
      const column = (field: string) => columnNamed(table, field);
      const own: Record<string, ReturnType<typeof column>> = {
        id: column('id'),
        demandId: column('demandId'),
        cappedUntil: column('cappedUntil'),
      };
      for (const field of capFields[name]) own[field] = column(field);
      const rows = await db
        .select({ ...own, timezone: columnNamed(demands, 'timezone') })
        .from(table.table)
        .innerJoin(demands.table, eq(columnNamed(demands, 'id'), column('demandId')))
        .where(and(ne(column('status'), 2), hasCap(name, table)));
      return rows.map((row) => {
        const none = { impsPerDay: null, impsTotal: null, spendPerDay: null, reqsPerDay: null };
        return { ...none, ...row } as unknown as CappedRow;
      });
    },
    async setRests(name, rests) {
      if (rests.length === 0) return;
      const table = tableOf(name);
      const id = columnNamed(table, 'id');
      await db.transaction(async (transaction) => {
        const changes: { id: number; row: unknown }[] = [];
        for (const [cappedUntil, ids] of byEnd(rests)) {
          const updated = await transaction
            .update(table.table)
            .set({ cappedUntil })
            .where(inArray(id, ids))
            .returning(visibleColumns(table));
          for (const selected of updated) {
            const row: RowByName[CappedEntity] = rowOf(name, selected);
            changes.push({ id: row.id, row });
          }
        }
        await publishChanges(transaction, entities[name], changes);
      });
    },
  };
}

function hasCap(name: CappedEntity, table: EntityTable): SQL | undefined {
  return or(...['cappedUntil', ...capFields[name]].map((field) => isNotNull(columnNamed(table, field))));
}

function byEnd(rests: readonly Pick<CappedRow, 'id' | 'cappedUntil'>[]): Map<string | null, number[]> {
  const groups = new Map<string | null, number[]>();
  for (const { id, cappedUntil } of rests) groups.set(cappedUntil, [...(groups.get(cappedUntil) ?? []), id]);
  return groups;
}
