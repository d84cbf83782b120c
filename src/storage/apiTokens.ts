import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Author, recordChanges } from './entities/changeLog.ts';
import type { Database, Transaction } from './entities/database.ts';
import { digest } from './entities/secrets.ts';
import { apiTokens } from './tables.ts';

/** The account that owns the token. */
export interface TokenAccount {
  id: number;
  name: string;
}

/** Bearer tokens by which programs act for accounts, at most one per account. */
export interface ApiTokenStore {
  /** Last four characters of an account's token; null when it has none. */
  hintOf(demandId: number): Promise<string | null>;
  /** Creates an account's token and returns it, for the only time. The previous token is revoked. */
  create(account: TokenAccount, author: Author): Promise<string>;
  /** Revokes the token of an account, if any. */
  revoke(account: TokenAccount, author: Author): Promise<void>;
}

export function openApiTokens(db: Database): ApiTokenStore {
  return {
    async hintOf(demandId) {
      const [row] = await db.select({ hint: apiTokens.hint }).from(apiTokens).where(eq(apiTokens.demandId, demandId));
      return row?.hint ?? null;
    },
    async create(account, author) {
      // 256 random bits.
      const token = randomBytes(32).toString('base64url');
      const stored = { tokenHash: digest(token), hint: token.slice(-4), createdAt: new Date().toISOString() };
      await db.transaction(async (transaction) => {
        await transaction
          .insert(apiTokens)
          .values({ demandId: account.id, ...stored })
          .onConflictDoUpdate({ target: apiTokens.demandId, set: stored });
        await record(transaction, 'token', account, author);
      });
      return token;
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
