import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import type { PageSession } from '#api/page/pageSession.ts';
import type { LoginRequest, SessionUser } from '#api/session/sessionContract.ts';
import type { Api } from '../lib/api.ts';
import type { SafeStorage } from '../lib/storage.ts';
import { claimStoredLists } from './clientStore.ts';

/** Who is signed in, as one value that pages can watch. */
export interface SessionStore {
  get: () => PageSession;
  setUser: (user: SessionUser | null) => void;
  subscribe: (listener: () => void) => () => void;
  /** How far the server's clock is ahead of this device's, in ms. */
  skewMs: number;
}

/** A difference of clocks that may be no more than the way from the server to the page. */
const likelyMs = 120_000;

/** How far a server that said `now` (ISO 8601) is ahead of the device's clock, in ms; 0 when they agree. */
export function clockSkewOf(now: string, deviceMs: number): number {
  const skew = Date.parse(now) - deviceMs;
  return Number.isFinite(skew) && Math.abs(skew) > likelyMs ? skew : 0;
}

/** A store that starts with what the page carries. */
export function createSessionStore(initial: PageSession, skewMs = 0): SessionStore {
  let session = initial;
  const listeners = new Set<() => void>();
  return {
    skewMs,
    get: () => session,
    setUser(user) {
      session = { ...session, user };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The session that the server put into the page; nobody when there is none. */
export function readPageSession(text: string | null | undefined): PageSession {
  try {
    const session = JSON.parse(text ?? 'null') as PageSession | null;
    if (session) return session;
  } catch {
    // A page without a session is one of a signed-out reader.
  }
  return { user: null, now: new Date().toISOString(), isDemo: false, demoLogins: [] };
}

/** Carries the session store through the page. */
export const SessionContext = createContext<SessionStore>(createSessionStore(readPageSession(null)));

/** The session, followed as it changes. */
export function useSession(): PageSession {
  const store = use(SessionContext);
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The signed-in user, on pages whose guard lets in only signed-in ones. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error('Please sign in again');
  return user;
}

/** What signing in and out touch. */
export interface SessionParts {
  api: Api;
  session: SessionStore;
  queryClient: QueryClient;
  /** Where shared lists are cached. */
  storage: SafeStorage;
}

/** Signs in: every cached list goes first, then the call. Throws the ApiError of a refusal. */
export async function signIn(parts: SessionParts, credentials: LoginRequest): Promise<SessionUser> {
  claimStoredLists(parts.storage, null);
  const user = await parts.api.post('/api/auth/login', { body: credentials });
  claimStoredLists(parts.storage, user);
  parts.queryClient.clear();
  parts.session.setUser(user);
  return user;
}

/** Signs out: every cached list goes first, and the user goes even when the call fails. */
export async function signOut(parts: SessionParts): Promise<void> {
  claimStoredLists(parts.storage, null);
  try {
    await parts.api.get('/api/auth/logout');
  } catch (error) {
    reportError(error);
  } finally {
    parts.queryClient.clear();
    parts.session.setUser(null);
  }
}
