import { randomBytes } from 'node:crypto';
import type { Principal, SessionStore } from '#storage/entities/sessionStore.ts';

const dayMs = 86_400_000;

/** Lifetime of a session in days: when unused, and at most. */
const sessionDays = { unused: 14, most: 30 } as const;

/** Starts a session. Returns its token, 256 random bits, and its maximum lifetime in seconds. */
export async function openSession(
  sessions: SessionStore,
  userId: number,
  now: Date,
): Promise<{ token: string; seconds: number }> {
  const token = randomBytes(32).toString('base64url');
  const endsAt = new Date(now.getTime() + sessionDays.most * dayMs);
  await sessions.create({
    token,
    userId,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + sessionDays.unused * dayMs).toISOString(),
    endsAt: endsAt.toISOString(),
  });
  return { token, seconds: sessionDays.most * 86_400 };
}

/**
 * Reads the user and rights of a session token; null when the session is invalid. Extends the session, at most once a
 * day.
 */
export async function useSession(sessions: SessionStore, token: string, now: Date): Promise<Principal | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const session = await sessions.read(token, now.toISOString());
  if (!session) return null;
  const wanted = Math.min(now.getTime() + sessionDays.unused * dayMs, Date.parse(session.endsAt));
  if (wanted - Date.parse(session.expiresAt) > dayMs) await sessions.extend(token, new Date(wanted).toISOString());
  return session;
}
