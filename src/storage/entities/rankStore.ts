import { and, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import { entities, type ChannelRow } from '#model/index.ts';
import { valuesBefore } from '../pastRows/valuesBefore.ts';
import { tableOf } from '../tableOf.ts';
import type { Database } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { publishChanges } from './publishChanges.ts';
import type { Change } from './change.ts';
import { rowOf, visibleColumns } from './selection.ts';

/** A tag in the waterfall of a channel that ranks its tiers, or did so until now. */
export interface RankedRow extends Pick<ChannelRow, 'optimizeBy' | 'optimizeMinutes'> {
  id: number;
  demandId: number;
  channelId: number;
  tagId: number;
  tier: number;
  place: number | null;
}

/** The ranks of tags in their tiers. */
export interface RankStore {
  /** The waterfall rows of all channels that rank their tiers, and every other row that still has a rank. */
  placedRows(): Promise<RankedRow[]>;
  /** Changes ranks and publishes them to serving. No log entry, and no conflict with open edits. */
  setRanks(changes: readonly Pick<RankedRow, 'id' | 'place'>[]): Promise<void>;
}

export function openRanks(db: Database): RankStore {
  const rows = tableOf('waterfallRow');
  const channels = tableOf('channel');
  return {
    async placedRows() {
      const own = ['id', 'demandId', 'channelId', 'tagId', 'tier', 'place'] as const;
      const goal = ['optimizeBy', 'optimizeMinutes'] as const;
      const isOrdered = and(ne(columnNamed(channels, 'optimizeBy'), 'none'), ne(columnNamed(channels, 'status'), 2));
      const found = await db
        .select({
          ...Object.fromEntries(own.map((name) => [name, columnNamed(rows, name)])),
          ...Object.fromEntries(goal.map((name) => [name, columnNamed(channels, name)])),
        })
        .from(rows.table)
        .innerJoin(channels.table, eq(columnNamed(channels, 'id'), columnNamed(rows, 'channelId')))
        .where(or(isOrdered, isNotNull(columnNamed(rows, 'place'))));
      return found as unknown as RankedRow[];
    },
    async setRanks(changes) {
      if (changes.length === 0) return;
      const idsOfPlace = new Map<number | null, number[]>();
      for (const { id, place } of changes) idsOfPlace.set(place, [...(idsOfPlace.get(place) ?? []), id]);
      await db.transaction(async (transaction) => {
        const published: Change[] = [];
        const had = await valuesBefore(
          transaction,
          rows,
          changes.map(({ id }) => id),
          ['place'],
        );
        for (const [place, ids] of idsOfPlace) {
          const updated = await transaction
            .update(rows.table)
            .set({ place })
            .where(inArray(columnNamed(rows, 'id'), ids))
            .returning(visibleColumns(rows));
          for (const selected of updated) {
            const row = rowOf('waterfallRow', selected);
            published.push({ id: row.id, row, before: { ...row, ...had.get(row.id) } });
          }
        }
        await publishChanges(transaction, entities.waterfallRow, published);
      });
    },
  };
}
