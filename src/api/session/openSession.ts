import { randomBytes } from 'node:crypto';
import type { UserRow } from '#model/index.ts';
import type { SessionStore } from '#storage/entities/sessionStore.ts';

const dayMs = 86_400_000;

/** Days that a session lasts unused, and at most. */
const sessionDays = { unused: 14, most: 30 } as const;

/** Starts a session and returns its token, 256 random bits, and its last moment. */
export async function openSession(
  sessions: SessionStore,
  userId: number,
  now: Date,
): Promise<{ token: string; endsAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const endsAt = new Date(now.getTime() + sessionDays.most * dayMs);
  await sessions.create({
    token,
    userId,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + sessionDays.unused * dayMs).toISOString(),
    endsAt: endsAt.toISOString(),
  });
  return { token, endsAt };
}

/** The user of a token while its session is valid. Using it moves its end ahead, written once a day at most. */
export async function useSession(sessions: SessionStore, token: string, now: Date): Promise<UserRow | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const session = await sessions.read(token, now.toISOString());
  if (!session) return null;
  const wanted = Math.min(now.getTime() + sessionDays.unused * dayMs, Date.parse(session.endsAt));
  if (wanted - Date.parse(session.expiresAt) > dayMs) await sessions.extend(token, new Date(wanted).toISOString());
  return session.user;
}
