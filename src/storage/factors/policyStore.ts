import { eq } from 'drizzle-orm';
import type { Author } from '../entities/changeLog.ts';
import type { Database } from '../entities/database.ts';
import { recordSecurityEvents } from '../security/recordSecurityEvents.ts';
import { signInPolicies } from './factorTables.ts';

/** How the users of accounts sign in. */
export interface PolicyStore {
  /** Whether all users of an account need a second factor. */
  requiresFactor(demandId: number): Promise<boolean>;
  setRequiresFactor(account: { id: number; name: string }, requiresFactor: boolean, author: Author): Promise<void>;
}

/** Opens the store of sign-in policies. */
export function openPolicyStore(db: Database): PolicyStore {
  return {
    async requiresFactor(demandId) {
      const [found] = await db.select().from(signInPolicies).where(eq(signInPolicies.demandId, demandId));
      return found?.requiresFactor ?? false;
    },
    async setRequiresFactor({ id, name }, requiresFactor, author) {
      await db.transaction(async (transaction) => {
        await transaction
          .insert(signInPolicies)
          .values({ demandId: id, requiresFactor })
          .onConflictDoUpdate({ target: signInPolicies.demandId, set: { requiresFactor } });
        await recordSecurityEvents(transaction, author, [
          {
            ...{ type: 'factorRequirement', demandId: id },
            subject: { entity: 'demand', id, name },
            details: { requiresFactor },
          },
        ]);
      });
    },
  };
}
