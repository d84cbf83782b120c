import { randomBytes } from 'node:crypto';
import type { UserRow } from '#model/index.ts';
import type { SessionProvider, SessionStore, ValidSession } from '#storage/logins/sessionStore.ts';
import type { Config } from '../../config.ts';

const hourMs = 3_600_000;

/** The use of a session is recorded at most once in this time. */
const recordedMs = 60_000;

/** Longest stored User-Agent header. */
const maxUserAgent = 300;

/** Limits of a session's age. */
export type SessionLimits = Pick<Config, 'SESSION_IDLE_HOURS' | 'SESSION_MAX_HOURS'>;

/** A request in a session. */
export interface SessionVisit {
  now: Date;
  ip: string;
  userAgent: string;
}

/**
 * Starts a session of a user whose credentials were checked, by us or by an identity provider; `isConfirmed`: by all its
 * factors. Returns its token, 256 random bits, and its maximum lifetime in seconds; null if the user was changed in the
 * meantime, so that the credentials have to be checked again.
 */
export async function openSession(
  sessions: SessionStore,
  { id, version }: Pick<UserRow, 'id' | 'version'>,
  { now, isConfirmed, ...from }: SessionVisit & { isConfirmed: boolean },
  limits: SessionLimits,
  provider?: SessionProvider,
): Promise<{ token: string; seconds: number } | null> {
  const token = randomBytes(32).toString('base64url');
  const isCreated = await sessions.create({
    token,
    user: { id, version },
    createdAt: now.toISOString(),
    expiresAt: new Date(idleEnd(now, limits)).toISOString(),
    endsAt: new Date(now.getTime() + limits.SESSION_MAX_HOURS * hourMs).toISOString(),
    use: useOf({ now, ...from }),
    confirmedAt: isConfirmed ? now.toISOString() : null,
    provider,
  });
  return isCreated ? { token, seconds: limits.SESSION_MAX_HOURS * 3600 } : null;
}

/**
 * Reads the user and rights of a session token; null when the session is invalid. Records the use and extends the
 * session, at most once a minute unless the address changes.
 */
export async function enterSession(
  sessions: SessionStore,
  token: string,
  visit: SessionVisit,
  limits: SessionLimits,
): Promise<ValidSession | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const { now, ip } = visit;
  const session = await sessions.read(token, now.toISOString());
  if (!session || isOver(session, now, limits)) return null;
  const isRecorded = session.usedAt !== null && now.getTime() - Date.parse(session.usedAt) < recordedMs;
  if (!isRecorded || session.ip !== ip) {
    const expiresAt = Math.min(idleEnd(now, limits), Date.parse(session.endsAt));
    await sessions.recordUse(token, useOf(visit), new Date(expiresAt).toISOString());
  }
  return session;
}

/** Whether a session is beyond the limits as they are now: they may have been wider when it was stored. */
function isOver({ createdAt, usedAt }: ValidSession, now: Date, limits: SessionLimits): boolean {
  const mostMs = limits.SESSION_MAX_HOURS * hourMs;
  if (now.getTime() - Date.parse(createdAt) >= mostMs) return true;
  return idleEnd(new Date(usedAt ?? createdAt), limits) <= now.getTime() && usedAt !== null;
}

function idleEnd(now: Date, { SESSION_IDLE_HOURS, SESSION_MAX_HOURS }: SessionLimits): number {
  return now.getTime() + Math.min(SESSION_IDLE_HOURS, SESSION_MAX_HOURS) * hourMs;
}

function useOf({ now, ip, userAgent }: SessionVisit) {
  return { at: now.toISOString(), ip, userAgent: userAgent.slice(0, maxUserAgent) };
}
