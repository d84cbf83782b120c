import { randomBytes } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import { type Author, recordChanges } from './entities/changeLog.ts';
import type { Database, Transaction } from './entities/database.ts';
import { digest } from './entities/secrets.ts';
import { apiTokens } from './tables.ts';

/** The account that owns the token. */
export interface TokenAccount {
  id: number;
  name: string;
}

/** The token of an account, as its owner sees it. Times are ISO 8601. */
export interface ApiTokenRow {
  /** Its last four characters. */
  hint: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** Empty = not used since this is recorded. */
  lastUsedIp: string;
}

const useIntervalMs = 60_000;

/** Bearer tokens by which programs act for accounts, at most one per account. */
export interface ApiTokenStore {
  /** The token of an account; null when it has none. */
  read(demandId: number): Promise<ApiTokenRow | null>;
  /** Records the last call with a token, at most once a minute. */
  noteUse(token: string, ip: string, now: string): Promise<void>;
  /** Creates an account's token and returns it, for the only time. The previous token is revoked. */
  create(account: TokenAccount, author: Author): Promise<string>;
  /**
   * Claims the next account after another one with a token whose owner was not notified of API keys yet; null when there
   * is none.
   */
  claimNotice(now: string, afterDemandId: number): Promise<number | null>;
  /** Releases a claim: the owner was not notified. */
  releaseNotice(demandId: number): Promise<void>;
  /** Revokes the token of an account, if any. */
  revoke(account: TokenAccount, author: Author): Promise<void>;
}

export function openApiTokens(db: Database): ApiTokenStore {
  return {
    async read(demandId) {
      const { hint, createdAt, lastUsedAt, lastUsedIp } = apiTokens;
      const [row] = await db
        .select({ hint, createdAt, lastUsedAt, lastUsedIp })
        .from(apiTokens)
        .where(eq(apiTokens.demandId, demandId));
      return row ?? null;
    },
    async noteUse(token, ip, now) {
      const before = new Date(Date.parse(now) - useIntervalMs).toISOString();
      await db
        .update(apiTokens)
        .set({ lastUsedAt: now, lastUsedIp: ip })
        .where(
          and(
            eq(apiTokens.tokenHash, digest(token)),
            or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before)),
          ),
        );
    },
    async create(account, author) {
      // 256 random bits.
      const token = randomBytes(32).toString('base64url');
      const stored = {
        ...{ tokenHash: digest(token), hint: token.slice(-4), createdAt: new Date().toISOString() },
        // Its owner reads of API keys on the page that creates it.
        ...{ lastUsedAt: null, lastUsedIp: '', notifiedAt: new Date().toISOString() },
      };
      await db.transaction(async (transaction) => {
        await transaction
          .insert(apiTokens)
          .values({ demandId: account.id, ...stored })
          .onConflictDoUpdate({ target: apiTokens.demandId, set: stored });
        await record(transaction, 'token', account, author);
      });
      return token;
    },
    async claimNotice(now, afterDemandId) {
      const next = db
        .select({ demandId: apiTokens.demandId })
        .from(apiTokens)
        .where(and(isNull(apiTokens.notifiedAt), gt(apiTokens.demandId, afterDemandId)))
        .orderBy(asc(apiTokens.demandId))
        .limit(1)
        .for('update', { skipLocked: true });
      const [claimed] = await db
        .update(apiTokens)
        .set({ notifiedAt: now })
        .where(inArray(apiTokens.demandId, next))
        .returning({ demandId: apiTokens.demandId });
      return claimed?.demandId ?? null;
    },
    async releaseNotice(demandId) {
      await db.update(apiTokens).set({ notifiedAt: null }).where(eq(apiTokens.demandId, demandId));
    },
    async revoke(account, author) {
      await db.transaction(async (transaction) => {
        const revoked = await transaction
          .delete(apiTokens)
          .where(eq(apiTokens.demandId, account.id))
          .returning({ demandId: apiTokens.demandId });
        if (revoked.length > 0) await record(transaction, 'tokenRevoked', account, author);
      });
    },
  };
}

function record(
  transaction: Transaction,
  action: 'token' | 'tokenRevoked',
  { id, name }: TokenAccount,
  author: Author,
): Promise<void> {
  const fields = [{ field: 'token', from: null, to: null, isSecret: true }];
  return recordChanges(transaction, author, [{ action, entity: 'demand', rowId: id, name, demandId: id, fields }]);
}
