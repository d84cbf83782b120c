import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from './entities/database.ts';
import { apiTokens } from './tables.ts';

/** The bearer tokens by which programs act for accounts, one per account. */
export interface ApiTokenStore {
  /** The token of an account; made when first asked for. */
  read(demandId: number): Promise<string>;
  /** Gives an account a new token; the one before is refused from now on. */
  rotate(demandId: number): Promise<void>;
}

/** Opens the tokens of a database. */
export function openApiTokens(db: Database): ApiTokenStore {
  return {
    async read(demandId) {
      await db.insert(apiTokens).values({ demandId, token: newToken() }).onConflictDoNothing();
      const [row] = await db.select().from(apiTokens).where(eq(apiTokens.demandId, demandId));
      if (!row) throw new Error('the token was not stored');
      return row.token;
    },
    async rotate(demandId) {
      const token = newToken();
      const createdAt = new Date().toISOString();
      await db
        .insert(apiTokens)
        .values({ demandId, token })
        .onConflictDoUpdate({ target: apiTokens.demandId, set: { token, createdAt } });
    },
  };
}

/** 256 random bits. */
function newToken(): string {
  return randomBytes(32).toString('base64url');
}
