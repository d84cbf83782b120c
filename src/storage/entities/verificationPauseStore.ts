import { and, isNotNull, isNull, ne, or, eq } from 'drizzle-orm';
import { entities } from '#model/index.ts';
import { tableOf } from '../tableOf.ts';
import type { Database } from './database.ts';
import { columnNamed } from './entityTable.ts';
import { publishChanges } from './publishChanges.ts';
import { rowOf, visibleColumns } from './selection.ts';

/** The pause of post-bid verification. */
export interface VerificationPauseStore {
  /**
   * Pauses verification for all accounts that have it until an instant (ISO 8601), or ends the pause (null), and
   * publishes that to serving. Returns whether anything changed. No log entry, and no conflict with open edits.
   */
  setPausedUntil(until: string | null): Promise<boolean>;
}

export function openVerificationPause(db: Database): VerificationPauseStore {
  const accounts = tableOf('demand');
  const column = (field: string) => columnNamed(accounts, field);
  return {
    async setPausedUntil(until) {
      const pausedUntil = column('verificationPausedUntil');
      const isDifferent = until === null ? isNotNull(pausedUntil) : or(isNull(pausedUntil), ne(pausedUntil, until));
      const hasVendor = or(eq(column('showPostbidPix'), true), eq(column('showPostbidWh'), true));
      return db.transaction(async (transaction) => {
        const updated = await transaction
          .update(accounts.table)
          .set({ verificationPausedUntil: until })
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
