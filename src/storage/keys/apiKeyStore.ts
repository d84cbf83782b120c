import { randomBytes } from 'node:crypto';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { ApiScope } from '#model/account/apiScopes.ts';
import { type Author, type NewEntry, recordChanges } from '../entities/changeLog.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { digest } from '../entities/secrets.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { tableOf } from '../tableOf.ts';
import { apiKeys, apiKeyTokens } from '../tables.ts';

/** The keys that a caller manages: those of an account (null = of the platform), or only those of a user in it. */
export interface KeyHolder {
  demandId: number | null;
  userId?: number;
}

/** A key to be created. Times are ISO 8601. */
export interface NewApiKey {
  demandId: number | null;
  userId: number;
  name: string;
  scopes: readonly ApiScope[];
  /** IP addresses and ranges; empty = any. */
  networks: readonly string[];
  createdAt: string;
  expiresAt: string | null;
}

/** A key. Times are ISO 8601. */
export interface ApiKeyRow extends NewApiKey {
  id: number;
  clientId: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** Empty = never used. */
  lastUsedIp: string;
  ownerName: string;
  /** Whether the owner is active. */
  isOwnerActive: boolean;
  /** The secrets that have not ended, newest first; `endsAt` null = with the key. */
  secrets: { hint: string; endsAt: string | null }[];
}

/** The key of a token, whether or not it is still valid. */
export interface FoundKey extends Pick<
  ApiKeyRow,
  'id' | 'clientId' | 'demandId' | 'userId' | 'networks' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'
> {
  /** Those of the token, which an access token may have fewer of. */
  scopes: readonly ApiScope[];
  isAccessToken: boolean;
  /** End of the token, or of the secret for which it was issued; null = with the key. */
  endsAt: string | null;
}

/** API keys and their tokens. Only the hashes of tokens are stored. */
export interface ApiKeyStore {
  /** The keys of a holder, newest first, without those that were revoked before `since`. */
  list(holder: KeyHolder, since: string): Promise<ApiKeyRow[]>;
  /** Creates a key with its secret, which is returned only now; null when the account has `most` usable ones. */
  create(key: NewApiKey, most: number, author: Author): Promise<{ id: number; clientId: string; token: string } | null>;
  /** Gives a key a new secret; those before it end at `endsAt`. Null when the holder has no such usable key. */
  rotate(holder: KeyHolder, id: number, times: { now: string; endsAt: string }, author: Author): Promise<string | null>;
  /** Revokes a key and its tokens; false when the holder has no such key, or it is already revoked. */
  revoke(holder: KeyHolder, id: number, now: string, author: Author): Promise<boolean>;
  /** The key of a token; null for unknown ones. */
  find(token: string): Promise<FoundKey | null>;
  /** Records the last call with a key. */
  noteUse(id: number, ip: string, now: string): Promise<void>;
  /** Issues an access token for a secret. A key has at most a hundred: the oldest ones end. */
  issue(
    secret: string,
    access: { keyId: number; scopes: readonly ApiScope[]; now: string; endsAt: string },
  ): Promise<string>;
  /** Names of keys by ID, whatever their state. */
  namesOf(ids: readonly number[]): Promise<Map<number, string>>;
  /** Deletes tokens that ended before. */
  prune(before: string): Promise<number>;
}

/** Access tokens of a key that are stored, ended ones included. */
const maxAccessTokens = 100;

const newSecret = () => `bhk_${randomBytes(32).toString('base64url')}`;
const newAccessToken = () => `bha_${randomBytes(32).toString('base64url')}`;
const newClientId = () => `bhc_${randomBytes(12).toString('base64url')}`;

export function openApiKeys(db: Database): ApiKeyStore {
  const users = tableOf('user');
  const userColumn = (name: string) => columnNamed(users, name);
  const isSecret = isNull(apiKeyTokens.parentHash);
  return {
    async list(holder, since) {
      const keys = await db
        .select({ key: apiKeys, ownerName: userColumn('name'), status: userColumn('status') })
        .from(apiKeys)
        .innerJoin(users.table, eq(userColumn('id'), apiKeys.userId))
        .where(and(ofHolder(holder), or(isNull(apiKeys.revokedAt), gt(apiKeys.revokedAt, since))))
        .orderBy(desc(apiKeys.id));
      const ids = keys.map(({ key }) => key.id);
      const secrets =
        ids.length === 0
          ? []
          : await db
              .select()
              .from(apiKeyTokens)
              .where(and(isSecret, inArray(apiKeyTokens.keyId, ids)))
              .orderBy(desc(apiKeyTokens.createdAt));
      return keys.map(({ key, ownerName, status }) => ({
        ...key,
        scopes: key.scopes as ApiScope[],
        networks: key.networks as string[],
        ownerName: String(ownerName),
        isOwnerActive: status === 1,
        secrets: secrets.filter(({ keyId }) => keyId === key.id).map(({ hint, endsAt }) => ({ hint, endsAt })),
      }));
    },
    create: (key, most, author) =>
      db.transaction(async (transaction) => {
        await lockHolder(transaction, key);
        const isUsable = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, key.createdAt));
        const sameHolder = key.demandId === null ? { demandId: null, userId: key.userId } : { demandId: key.demandId };
        const [used] = await transaction
          .select({ found: count() })
          .from(apiKeys)
          .where(and(ofHolder(sameHolder), isNull(apiKeys.revokedAt), isUsable));
        if ((used?.found ?? 0) >= most) return null;
        const clientId = newClientId();
        const [row] = await transaction
          .insert(apiKeys)
          .values({ ...key, clientId })
          .returning({ id: apiKeys.id });
        if (!row) throw new Error('the key was not stored');
        const token = await addSecret(transaction, row.id, key.createdAt);
        const { name, scopes, networks, expiresAt } = key;
        const fields = Object.entries({ name, scopes, networks, expiresAt })
          .filter(([, to]) => to !== null && to.length > 0)
          .map(([field, to]) => ({ field, from: null, to }));
        await record(transaction, author, { ...key, id: row.id, action: 'created', fields });
        return { id: row.id, clientId, token };
      }),
    rotate: (holder, id, { now, endsAt }, author) =>
      db.transaction(async (transaction) => {
        const isUsable = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));
        const [key] = await transaction
          .select()
          .from(apiKeys)
          .where(and(ofHolder(holder), eq(apiKeys.id, id), isNull(apiKeys.revokedAt), isUsable))
          .for('update');
        if (!key) return null;
        const isLater = or(isNull(apiKeyTokens.endsAt), gt(apiKeyTokens.endsAt, endsAt));
        await transaction
          .update(apiKeyTokens)
          .set({ endsAt })
          .where(and(isSecret, eq(apiKeyTokens.keyId, id), isLater));
        const token = await addSecret(transaction, id, now);
        const fields = [
          { field: 'token', from: null, to: null, isSecret: true },
          { field: 'formerTokenUntil', from: null, to: endsAt },
        ];
        await record(transaction, author, { ...key, action: 'updated', fields });
        return token;
      }),
    revoke: (holder, id, now, author) =>
      db.transaction(async (transaction) => {
        const [key] = await transaction
          .update(apiKeys)
          .set({ revokedAt: now })
          .where(and(ofHolder(holder), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
          .returning();
        if (!key) return false;
        await record(transaction, author, { ...key, action: 'revoked', fields: [] });
        return true;
      }),
    async find(token) {
      const [found] = await db
        .select({
          key: apiKeys,
          access: apiKeyTokens.scopes,
          parentHash: apiKeyTokens.parentHash,
          // The earlier one: least() ignores nulls.
          endsAt: sql<string | null>`least(${apiKeyTokens.endsAt}, parent.ends_at)`.mapWith(apiKeyTokens.endsAt),
        })
        .from(apiKeyTokens)
        .innerJoin(apiKeys, eq(apiKeys.id, apiKeyTokens.keyId))
        .leftJoin(sql`api_key_tokens parent`, sql`parent.token_hash = ${apiKeyTokens.parentHash}`)
        .where(eq(apiKeyTokens.tokenHash, digest(token)));
      if (!found) return null;
      const { key, access, parentHash, endsAt } = found;
      return {
        ...key,
        networks: key.networks as string[],
        scopes: (access ?? key.scopes) as ApiScope[],
        isAccessToken: parentHash !== null,
        endsAt,
      };
    },
    async noteUse(id, ip, now) {
      await db.update(apiKeys).set({ lastUsedAt: now, lastUsedIp: ip }).where(eq(apiKeys.id, id));
    },
    async issue(secret, { keyId, scopes, now, endsAt }) {
      const token = newAccessToken();
      await db.insert(apiKeyTokens).values({
        tokenHash: digest(token),
        keyId,
        parentHash: digest(secret),
        scopes: [...scopes],
        createdAt: now,
        endsAt,
      });
      const ofKey = and(eq(apiKeyTokens.keyId, keyId), isNotNull(apiKeyTokens.parentHash));
      const newest = db
        .select({ tokenHash: apiKeyTokens.tokenHash })
        .from(apiKeyTokens)
        .where(ofKey)
        .orderBy(desc(apiKeyTokens.createdAt), desc(apiKeyTokens.endsAt), asc(apiKeyTokens.tokenHash))
        .limit(maxAccessTokens);
      await db.delete(apiKeyTokens).where(and(ofKey, notInArray(apiKeyTokens.tokenHash, newest)));
      return token;
    },
    async namesOf(ids) {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ id: apiKeys.id, name: apiKeys.name })
        .from(apiKeys)
        .where(inArray(apiKeys.id, [...new Set(ids)]))
        .orderBy(asc(apiKeys.id));
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
    async prune(before) {
      const isOld = and(isNotNull(apiKeyTokens.endsAt), lt(apiKeyTokens.endsAt, before));
      return (await db.delete(apiKeyTokens).where(isOld)).rowCount ?? 0;
    },
  };
}

function ofHolder({ demandId, userId }: KeyHolder): SQL | undefined {
  return and(
    demandId === null ? isNull(apiKeys.demandId) : eq(apiKeys.demandId, demandId),
    userId === undefined ? undefined : eq(apiKeys.userId, userId),
  );
}

/** Locks the row under which the keys of an account, or of an admin, are counted. */
async function lockHolder(transaction: Transaction, { demandId, userId }: NewApiKey): Promise<void> {
  await transaction.execute(
    demandId === null
      ? sql`select id from users where id = ${userId} for update`
      : sql`select id from demands where id = ${demandId} for update`,
  );
}

async function addSecret(transaction: Transaction, keyId: number, createdAt: string): Promise<string> {
  const token = newSecret();
  await transaction.insert(apiKeyTokens).values({ tokenHash: digest(token), keyId, hint: token.slice(-4), createdAt });
  return token;
}

function record(
  transaction: Transaction,
  author: Author,
  {
    id,
    demandId,
    name,
    action,
    fields,
  }: Pick<ApiKeyRow, 'id' | 'demandId' | 'name'> & Required<Pick<NewEntry, 'action' | 'fields'>>,
): Promise<void> {
  return recordChanges(transaction, author, [{ action, entity: 'apiKey', rowId: id, name, demandId, fields }]);
}
