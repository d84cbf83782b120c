import { and, asc, count, eq, isNull, lt, or } from 'drizzle-orm';
import type { UserRow } from '#model/index.ts';
import type { Author } from '../entities/changeLog.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { digest } from '../entities/secrets.ts';
import { type NewSecurityEvent, recordSecurityEvents } from '../security/recordSecurityEvents.ts';
import { tableOf } from '../tableOf.ts';
import { recoveryCodes, rememberedDevices, signInFactors } from './factorTables.ts';

/** The owner of factors, as events name it. */
export type FactorHolder = Pick<UserRow, 'id' | 'name' | 'demandId'>;

/** A second factor as its user sees it. Times are ISO 8601. */
export interface FactorRow {
  id: string;
  kind: 'app' | 'passkey';
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** An authenticator app. */
export interface StoredApp {
  id: string;
  sealedSecret: string;
}

/** A passkey. ID and public key are base64url. */
export interface StoredPasskey {
  id: string;
  userId: number;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

/** A factor to be added: an app with the step of its first code, or a passkey. */
export type NewFactor = { id: string; name: string } & (
  | { kind: 'app'; sealedSecret: string; lastStep: number }
  | ({ kind: 'passkey' } & Omit<StoredPasskey, 'id' | 'userId'>)
);

/** Second factors of users, and their recovery codes. */
export interface FactorStore {
  /** The factors of a user, the oldest first. */
  list(userId: number): Promise<FactorRow[]>;
  listApps(userId: number): Promise<StoredApp[]>;
  listPasskeys(userId: number): Promise<StoredPasskey[]>;
  findPasskey(credentialId: string): Promise<StoredPasskey | null>;
  /**
   * Adds a factor and ends remembered devices. With the first one, the user gets the recovery codes `codes`. Returns
   * whether it did; null when the user has `max` factors, or another user has the passkey.
   */
  add(
    holder: FactorHolder,
    factor: NewFactor,
    limits: { codes: readonly string[]; max: number },
    by: { author: Author; now: string },
  ): Promise<{ hasNewCodes: boolean } | null>;
  /** Accepts a code of an app by its time step; false when it or a later one was accepted before. */
  acceptStep(id: string, step: number, now: string): Promise<boolean>;
  /** Records a use of a passkey; false when its counter did not increase, as with a copy. */
  acceptCounter(id: string, counter: number, now: string): Promise<boolean>;
  /** Removes a factor and ends remembered devices, with the last one also recovery codes; false when there is none. */
  remove(holder: FactorHolder, id: string, author: Author): Promise<boolean>;
  /** Removes all factors, recovery codes and remembered devices of a user; false when there were no factors. */
  removeAll(holder: FactorHolder, author: Author, entity?: string): Promise<boolean>;
  countCodes(userId: number): Promise<number>;
  replaceCodes(holder: FactorHolder, codes: readonly string[], by: { author: Author; now: string }): Promise<void>;
  /** Uses up a recovery code; false when it is not one of the user's. */
  useCode(holder: FactorHolder, code: string, author: Author): Promise<boolean>;
}

/** Opens the store of second factors. */
export function openFactorStore(db: Database): FactorStore {
  const users = tableOf('user');
  const ofUser = (userId: number) => eq(signInFactors.userId, userId);

  /** Counts a user's factors. The lock of the user's row orders transactions that change them. */
  async function lockFactors(transaction: Transaction, userId: number): Promise<number> {
    const id = columnNamed(users, 'id');
    await transaction.select({ id }).from(users.table).where(eq(id, userId)).for('no key update');
    const [found] = await transaction.select({ factors: count() }).from(signInFactors).where(ofUser(userId));
    return found?.factors ?? 0;
  }

  async function storeCodes(transaction: Transaction, userId: number, codes: readonly string[], createdAt: string) {
    await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await transaction
      .insert(recoveryCodes)
      .values(codes.map((code) => ({ userId, codeHash: hashOfCode(userId, code), createdAt })));
  }

  async function clear(transaction: Transaction, userId: number): Promise<void> {
    await transaction.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await transaction.delete(rememberedDevices).where(eq(rememberedDevices.userId, userId));
  }

  return {
    async list(userId) {
      const { id, kind, name, createdAt, lastUsedAt } = signInFactors;
      return db
        .select({ id, kind, name, createdAt, lastUsedAt })
        .from(signInFactors)
        .where(ofUser(userId))
        .orderBy(asc(createdAt), asc(id));
    },
    async listApps(userId) {
      const found = await db.select().from(signInFactors).where(ofUser(userId));
      return found.flatMap(({ id, sealedSecret }) => (sealedSecret === null ? [] : [{ id, sealedSecret }]));
    },
    async listPasskeys(userId) {
      return (await db.select().from(signInFactors).where(ofUser(userId))).flatMap(passkeyOf);
    },
    async findPasskey(credentialId) {
      const found = await db.select().from(signInFactors).where(eq(signInFactors.credentialId, credentialId));
      return found.flatMap(passkeyOf)[0] ?? null;
    },
    async add(holder, factor, { codes, max }, { author, now }) {
      return db.transaction(async (transaction) => {
        const before = await lockFactors(transaction, holder.id);
        if (before >= max) return null;
        const added = await transaction
          .insert(signInFactors)
          .values({ ...factor, userId: holder.id, createdAt: now, lastUsedAt: now })
          .onConflictDoNothing()
          .returning({ id: signInFactors.id });
        if (added.length === 0) return null;
        await transaction.delete(rememberedDevices).where(eq(rememberedDevices.userId, holder.id));
        if (before === 0) await storeCodes(transaction, holder.id, codes, now);
        await recordSecurityEvents(transaction, author, [eventOf('factorAdded', holder, factor)]);
        return { hasNewCodes: before === 0 };
      });
    },
    async acceptStep(id, step, now) {
      const isNew = or(isNull(signInFactors.lastStep), lt(signInFactors.lastStep, step));
      const { rowCount } = await db
        .update(signInFactors)
        .set({ lastStep: step, lastUsedAt: now })
        .where(and(eq(signInFactors.id, id), isNew));
      return (rowCount ?? 0) > 0;
    },
    async acceptCounter(id, counter, now) {
      // Passkeys that are synchronized between devices do not count: theirs stays 0.
      const isNew = counter === 0 ? eq(signInFactors.counter, 0) : lt(signInFactors.counter, counter);
      const { rowCount } = await db
        .update(signInFactors)
        .set({ counter, lastUsedAt: now })
        .where(and(eq(signInFactors.id, id), isNew));
      return (rowCount ?? 0) > 0;
    },
    async remove(holder, id, author) {
      return db.transaction(async (transaction) => {
        const before = await lockFactors(transaction, holder.id);
        const [removed] = await transaction
          .delete(signInFactors)
          .where(and(eq(signInFactors.id, id), ofUser(holder.id)))
          .returning({ kind: signInFactors.kind, name: signInFactors.name });
        if (!removed) return false;
        if (before === 1) await clear(transaction, holder.id);
        else await transaction.delete(rememberedDevices).where(eq(rememberedDevices.userId, holder.id));
        await recordSecurityEvents(transaction, author, [eventOf('factorRemoved', holder, removed)]);
        return true;
      });
    },
    async removeAll(holder, author, entity) {
      return db.transaction(async (transaction) => {
        const removed = await transaction
          .delete(signInFactors)
          .where(ofUser(holder.id))
          .returning({ kind: signInFactors.kind, name: signInFactors.name });
        await clear(transaction, holder.id);
        if (removed.length === 0) return false;
        await recordSecurityEvents(transaction, author, [
          eventOf('factorsReset', holder, { factors: removed }, entity),
        ]);
        return true;
      });
    },
    async countCodes(userId) {
      const [found] = await db.select({ codes: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      return found?.codes ?? 0;
    },
    async replaceCodes(holder, codes, { author, now }) {
      await db.transaction(async (transaction) => {
        await storeCodes(transaction, holder.id, codes, now);
        await recordSecurityEvents(transaction, author, [eventOf('recoveryCodesReplaced', holder)]);
      });
    },
    async useCode(holder, code, author) {
      return db.transaction(async (transaction) => {
        const isCode = eq(recoveryCodes.codeHash, hashOfCode(holder.id, code));
        const used = await transaction
          .delete(recoveryCodes)
          .where(and(eq(recoveryCodes.userId, holder.id), isCode))
          .returning({ userId: recoveryCodes.userId });
        if (used.length === 0) return false;
        await recordSecurityEvents(transaction, { ...author, userId: author.userId ?? holder.id }, [
          eventOf('recoveryCodeUsed', holder),
        ]);
        return true;
      });
    },
  };
}

/** The stored form of a recovery code, in which two users never have the same. */
function hashOfCode(userId: number, code: string): string {
  return digest(`recovery code of user ${userId}: ${code}`);
}

function passkeyOf(row: typeof signInFactors.$inferSelect): StoredPasskey[] {
  const { id, userId, credentialId, publicKey, counter, transports } = row;
  if (credentialId === null || publicKey === null) return [];
  return [{ id, userId, credentialId, publicKey, counter, transports }];
}

function eventOf(
  type: NewSecurityEvent['type'],
  { id, name, demandId }: FactorHolder,
  about: { kind?: string; name?: string; factors?: { kind: string; name: string }[] } = {},
  entity = 'user',
): NewSecurityEvent {
  const { kind, name: factor, factors } = about;
  const details = factors ? { factors } : kind === undefined ? {} : { kind, factor };
  return { type, demandId, subject: { entity, id, name }, details };
}
