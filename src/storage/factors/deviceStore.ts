import { and, desc, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';
import { digest } from '../entities/secrets.ts';
import type { SessionUse } from '../logins/sessionStore.ts';
import { rememberedDevices } from './factorTables.ts';

/** A browser in which a user signs in without the second factor. Times are ISO 8601. */
export interface DeviceRow {
  id: string;
  createdAt: string;
  expiresAt: string;
  usedAt: string;
  ip: string;
  userAgent: string;
}

/** Remembered devices. Only the browser has the token itself. */
export interface DeviceStore {
  create(device: { token: string; userId: number; expiresAt: string; use: SessionUse }): Promise<void>;
  /** Whether it is a device of the user that has not expired; records the use. */
  enter(userId: number, token: string, use: SessionUse): Promise<boolean>;
  /** The devices of a user that have not expired, the last used first. */
  list(userId: number, now: string): Promise<DeviceRow[]>;
  /** Ends one of a user's devices; false when there is no such device. */
  endOne(userId: number, id: string): Promise<boolean>;
  endAllOf(userIds: readonly number[]): Promise<void>;
  /** Prunes expired ones; returns their number. */
  prune(now: string): Promise<number>;
}

/** Opens the store of remembered devices. */
export function openDeviceStore(db: Database): DeviceStore {
  return {
    async create({ token, userId, expiresAt, use: { at, ip, userAgent } }) {
      await db
        .insert(rememberedDevices)
        .values({ tokenHash: digest(token), userId, createdAt: at, expiresAt, usedAt: at, ip, userAgent });
    },
    async enter(userId, token, { at, ip, userAgent }) {
      const { rowCount } = await db
        .update(rememberedDevices)
        .set({ usedAt: at, ip, userAgent })
        .where(
          and(
            eq(rememberedDevices.tokenHash, digest(token)),
            eq(rememberedDevices.userId, userId),
            gt(rememberedDevices.expiresAt, at),
          ),
        );
      return (rowCount ?? 0) > 0;
    },
    async list(userId, now) {
      const { id, createdAt, expiresAt, usedAt, ip, userAgent } = rememberedDevices;
      return db
        .select({ id, createdAt, expiresAt, usedAt, ip, userAgent })
        .from(rememberedDevices)
        .where(and(eq(rememberedDevices.userId, userId), gt(expiresAt, now)))
        .orderBy(desc(usedAt), id);
    },
    async endOne(userId, id) {
      const isOne = and(eq(rememberedDevices.id, id), eq(rememberedDevices.userId, userId));
      return ((await db.delete(rememberedDevices).where(isOne)).rowCount ?? 0) > 0;
    },
    async endAllOf(userIds) {
      if (userIds.length > 0) await db.delete(rememberedDevices).where(inArray(rememberedDevices.userId, [...userIds]));
    },
    async prune(now) {
      return (await db.delete(rememberedDevices).where(lte(rememberedDevices.expiresAt, now))).rowCount ?? 0;
    },
  };
}
