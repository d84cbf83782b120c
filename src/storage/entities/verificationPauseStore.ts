import { and, isNotNull, isNull, ne, or, eq } from 'drizzle-orm';
import { entities } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { Database } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { publishChanges } from './publishChanges.ts';
import { rowOf, visibleColumns } from './selection.ts';

/** Whether accounts may have impressions measured. */
export interface VerificationPauseStore {
  /**
   * Lets the measurement of all accounts that have it rest until an instant (ISO 8601), or ends the rest, and tells serving;
   * whether that changed anything. Nobody's edit goes stale by it, and the log does not tell of it.
   */
  setPausedUntil(until: string | null): Promise<boolean>;
}

/** Opens the rests of measurement in a database. */
export function openVerificationPause(db: Database): VerificationPauseStore {
  const accounts = tableOf('demand');
  const column = (field: string) => columnNamed(accounts, field);
  return {
    async setPausedUntil(until) {
      const pausedUntil = column('postbidRestsUntil');
      const isDifferent = until === null ? isNotNull(pausedUntil) : or(isNull(pausedUntil), ne(pausedUntil, until));
      const hasVendor = or(eq(column('showPostbidPix'), true), eq(column('showPostbidWh'), true));
      return db.transaction(async (transaction) => {
        const updated = await transaction
          .update(accounts.table)
          .set({ postbidRestsUntil: until })
          .where(and(isDifferent, until === null ? undefined : hasVendor))
          .returning(visibleColumns(accounts));
        const published = updated.map((selected) => {
          const row = rowOf('demand', selected);
          return { id: row.id, row };
        });
        await publishChanges(transaction, entities.demand, published);
        return published.length > 0;
      });
    },
  };
}
