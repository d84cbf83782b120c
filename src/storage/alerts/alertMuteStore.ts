import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import { accountsInScope, type Database, type Scope } from '../entities/database.ts';
import { alertMutes } from './alertTables.ts';

/** A muted alert. Times are ISO 8601. */
export interface AlertMute {
  id: number;
  demandId: number;
  entity: string;
  objectId: number;
  /** Code of the state that is the alert's cause. */
  cause: string;
  reason: string;
  /** Null = until the cause is gone. */
  until: string | null;
  /** Name of the user, as of then. */
  mutedBy: string;
  /** Null for mutes of the previous version. */
  mutedById: number | null;
  mutedAt: string;
}

/** Muted alerts. */
export interface AlertMuteStore {
  /** The mutes in the accounts of a scope that are in effect at `now` (ISO 8601), oldest first. */
  list(scope: Scope, now: string): Promise<AlertMute[]>;
  /** Mutes an alert, or replaces the reason, time and author of its mute. */
  put(mute: Omit<AlertMute, 'id'>): Promise<AlertMute>;
  /** Ends mutes; returns those that existed. */
  remove(ids: readonly number[]): Promise<AlertMute[]>;
  /** Prunes mutes whose time is over at `now` (ISO 8601). */
  prune(now: string): Promise<void>;
}

export function openAlertMutes(db: Database): AlertMuteStore {
  return {
    list(scope, now) {
      const accounts = accountsInScope(scope);
      return db
        .select()
        .from(alertMutes)
        .where(
          and(
            accounts === 'all' ? undefined : inArray(alertMutes.demandId, [...accounts]),
            or(isNull(alertMutes.until), gt(alertMutes.until, now)),
          ),
        )
        .orderBy(asc(alertMutes.id));
    },
    async put({ reason, until, mutedBy, mutedById, mutedAt, ...object }) {
      const values = { reason, until, mutedBy, mutedById, mutedAt };
      const [row] = await db
        .insert(alertMutes)
        .values({ ...object, ...values })
        .onConflictDoUpdate({
          target: [alertMutes.entity, alertMutes.objectId, alertMutes.cause],
          set: values,
          setWhere: eq(alertMutes.demandId, object.demandId),
        })
        .returning();
      if (!row) throw new Error('the mute was not stored');
      return row;
    },
    async remove(ids) {
      if (ids.length === 0) return [];
      return db
        .delete(alertMutes)
        .where(inArray(alertMutes.id, [...ids]))
        .returning();
    },
    async prune(now) {
      await db.delete(alertMutes).where(lte(alertMutes.until, now));
    },
  };
}
