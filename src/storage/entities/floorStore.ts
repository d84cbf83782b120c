import { and, eq, ne, or, sql } from 'drizzle-orm';
import { entities, type ChannelRow, type DynamicFloors } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { Database } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { publishChanges } from './publishChanges.ts';
import { rowOf, visibleColumns } from './selection.ts';

/** A channel whose floor is dynamic, or that still has dynamic floors from before. */
export type FlooredRow = Pick<
  ChannelRow,
  'id' | 'floor' | 'floorMode' | 'floorUplift' | 'floorMax' | 'dynamicFloors'
> & {
  demandId: number;
};

/** Dynamic floors of channels. */
export interface FloorStore {
  /** Channels whose floor is dynamic, and others that still have dynamic floors; without archived ones. */
  flooredRows(): Promise<FlooredRow[]>;
  /** Changes dynamic floors and publishes them to serving. No log entry, and no conflict with open edits. */
  setFloors(changes: readonly { id: number; dynamicFloors: DynamicFloors }[]): Promise<void>;
}

export function openFloors(db: Database): FloorStore {
  const channels = tableOf('channel');
  return {
    async flooredRows() {
      const fields = ['id', 'demandId', 'floor', 'floorMode', 'floorUplift', 'floorMax', 'dynamicFloors'] as const;
      const hasFloors = or(
        eq(columnNamed(channels, 'floorMode'), 'dynamic'),
        sql`${columnNamed(channels, 'dynamicFloors')} <> '{}'::jsonb`,
      );
      const found = await db
        .select(Object.fromEntries(fields.map((field) => [field, columnNamed(channels, field)])))
        .from(channels.table)
        .where(and(ne(columnNamed(channels, 'status'), 2), hasFloors));
      return found as unknown as FlooredRow[];
    },
    async setFloors(changes) {
      if (changes.length === 0) return;
      await db.transaction(async (transaction) => {
        const published: { id: number; row: unknown }[] = [];
        for (const { id, dynamicFloors } of changes) {
          const [selected] = await transaction
            .update(channels.table)
            .set({ dynamicFloors })
            .where(eq(columnNamed(channels, 'id'), id))
            .returning(visibleColumns(channels));
          if (selected) published.push({ id, row: rowOf('channel', selected) });
        }
        await publishChanges(transaction, entities.channel, published);
      });
    },
  };
}
