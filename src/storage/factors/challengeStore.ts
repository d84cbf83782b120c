import { and, eq, gt, lte } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';
import { digest } from '../entities/secrets.ts';
import { signInChallenges } from './factorTables.ts';

/** A pending sign-in, or a challenge of a passkey. */
export interface Challenge {
  kind: (typeof signInChallenges.$inferSelect)['kind'];
  /** Null for a challenge to sign in with a passkey alone. */
  userId: number | null;
}

/** Pending sign-ins and challenges of passkeys. Times are ISO 8601. */
export interface ChallengeStore {
  create(token: string, challenge: Challenge, expiresAt: string): Promise<void>;
  /** The user of a ticket; null when it is unknown or expired. */
  findTicket(token: string, now: string): Promise<number | null>;
  /** Uses up a ticket or challenge; false when it is unknown, expired, of another kind or user, or was used before. */
  take(token: string, challenge: Challenge, now: string): Promise<boolean>;
  /** Prunes expired ones; returns their number. */
  prune(now: string): Promise<number>;
}

/** Opens the store of challenges. */
export function openChallengeStore(db: Database): ChallengeStore {
  return {
    async create(token, challenge, expiresAt) {
      await db.insert(signInChallenges).values({ ...challenge, tokenHash: digest(token), expiresAt });
    },
    async findTicket(token, now) {
      const [found] = await db
        .select({ userId: signInChallenges.userId })
        .from(signInChallenges)
        .where(
          and(
            eq(signInChallenges.tokenHash, digest(token)),
            eq(signInChallenges.kind, 'ticket'),
            gt(signInChallenges.expiresAt, now),
          ),
        );
      return found?.userId ?? null;
    },
    async take(token, { kind, userId }, now) {
      const [taken] = await db
        .delete(signInChallenges)
        .where(and(eq(signInChallenges.tokenHash, digest(token)), gt(signInChallenges.expiresAt, now)))
        .returning({ kind: signInChallenges.kind, userId: signInChallenges.userId });
      return taken !== undefined && taken.kind === kind && taken.userId === userId;
    },
    async prune(now) {
      return (await db.delete(signInChallenges).where(lte(signInChallenges.expiresAt, now))).rowCount ?? 0;
    },
  };
}
