import { and, count, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { CutoffKind } from '#model/cutoff/cutoff.ts';
import { accountsInScope, type Database, type Scope } from '../entities/database.ts';
import { publishChanges } from '../entities/publishChanges.ts';
import { cutoffs } from '../tables.ts';
import { cutoffFeed, servedCutoff } from './servedCutoffs.ts';

/** A cut-off, with who made it, when (ISO 8601) and why. */
export type Cutoff = Omit<typeof cutoffs.$inferSelect, 'kind'> & { kind: CutoffKind };

export interface CutoffStore {
  /** The cut-offs that apply in the accounts of a scope, the latest first: their own and those in all accounts. */
  list(scope: Scope): Promise<Cutoff[]>;
  /** Cuts something off; one that exists stays as it is, but becomes that of the operator who cuts it off too. Null if the account has `limit` cut-offs. */
  add(input: Omit<Cutoff, 'id'>, limit: number): Promise<{ cutoff: Cutoff; isNew: boolean } | null>;
  /** Undoes a cut-off; false if there is none. */
  remove(id: number): Promise<boolean>;
}

/** Opens the cut-offs. Each change is published to serving in its transaction. */
export function openCutoffs(db: Database): CutoffStore {
  return {
    async list(scope) {
      const accounts = accountsInScope(scope);
      const applies =
        accounts === 'all' ? undefined : or(isNull(cutoffs.demandId), inArray(cutoffs.demandId, [...accounts]));
      return (await db.select().from(cutoffs).where(applies).orderBy(desc(cutoffs.id))) as Cutoff[];
    },
    add(input, limit) {
      const { demandId, kind, object } = input;
      const ofAccount = demandId === null ? isNull(cutoffs.demandId) : eq(cutoffs.demandId, demandId);
      return db.transaction(async (transaction) => {
        const isSame = and(ofAccount, eq(cutoffs.kind, kind), eq(cutoffs.object, object));
        const [known] = await transaction.select().from(cutoffs).where(isSame);
        if (known) {
          const isTakenOver = input.isOfOperator && !known.isOfOperator;
          if (isTakenOver)
            await transaction.update(cutoffs).set({ isOfOperator: true }).where(eq(cutoffs.id, known.id));
          return { cutoff: { ...known, isOfOperator: known.isOfOperator || isTakenOver } as Cutoff, isNew: false };
        }
        const [stored] = await transaction.select({ number: count() }).from(cutoffs).where(ofAccount);
        if ((stored?.number ?? 0) >= limit) return null;
        const [added] = await transaction.insert(cutoffs).values(input).onConflictDoNothing().returning();
        if (!added) {
          const [other] = await transaction.select().from(cutoffs).where(isSame);
          if (!other) throw new Error('the cut-off was not stored');
          return { cutoff: other as Cutoff, isNew: false };
        }
        await publishChanges(transaction, cutoffFeed, [{ id: added.id, row: servedCutoff(added) }]);
        return { cutoff: added as Cutoff, isNew: true };
      });
    },
    remove(id) {
      return db.transaction(async (transaction) => {
        const removed = await transaction.delete(cutoffs).where(eq(cutoffs.id, id)).returning({ id: cutoffs.id });
        const changes = removed.map((each) => ({ id: each.id, row: null }));
        await publishChanges(transaction, cutoffFeed, changes);
        return removed.length > 0;
      });
    },
  };
}
