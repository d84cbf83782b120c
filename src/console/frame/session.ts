import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import type { PageSession } from '#api/page/pageSession.ts';
import type { LoginRequest, SecondStep, SessionUser } from '#api/session/sessionContract.ts';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { sessionStore } from '../lib/browserStorage.ts';
import type { SafeStorage } from '../lib/storage.ts';
import { claimStoredLists } from './clientStore.ts';

/** The signed-in user as an observable value. */
export interface SessionStore {
  get: () => PageSession;
  setUser: (user: SessionUser | null) => void;
  subscribe: (listener: () => void) => () => void;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  skewMs: number;
}

/** A smaller difference may be the latency between server and page, in milliseconds. */
const likelyMs = 120_000;

/**
 * Milliseconds by which the server's `now` (ISO 8601) is ahead of the device's clock; 0 when the difference may be
 * latency.
 */
export function clockSkewOf(now: string, deviceMs: number): number {
  const skew = Date.parse(now) - deviceMs;
  return Number.isFinite(skew) && Math.abs(skew) > likelyMs ? skew : 0;
}

/** Creates a session store with the session embedded in the page. */
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

/** Parses the session that the server embedded in the page; signed out when there is none. */
export function readPageSession(text: string | null | undefined): PageSession {
  try {
    const session = JSON.parse(text ?? 'null') as PageSession | null;
    if (session) return session;
  } catch {
    // A malformed session counts as signed out.
  }
  return {
    user: null,
    now: new Date().toISOString(),
    isDemo: false,
    edition: null,
    isMailSetUp: false,
    demoLogins: [],
  };
}

/** Context of the session store. */
export const SessionContext = createContext<SessionStore>(createSessionStore(readPageSession(null)));

/** The current session; re-renders when it changes. */
export function useSession(): PageSession {
  const store = use(SessionContext);
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The signed-in user, on pages whose guard requires one. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error('Please sign in again');
  return user;
}

/** Services that signing in and out use. */
export interface SessionParts {
  api: Api;
  session: SessionStore;
  queryClient: QueryClient;
  /** Storage of the cached lists. */
  storage: SafeStorage;
}

/**
 * Signs in with login and password. Returns the second step when a second factor is needed, otherwise null. Cached lists
 * are removed before the call. Throws the ApiError of a rejection.
 */
export async function signIn(parts: SessionParts, credentials: LoginRequest): Promise<SecondStep | null> {
  claimStoredLists(parts.storage, null);
  const response = await parts.api.post('/api/auth/login', { body: credentials });
  if ('methods' in response) return response;
  completeSignIn(parts, response);
  return null;
}

/** Makes a user who has signed in the one of the page. */
export function completeSignIn(parts: SessionParts, user: SessionUser): void {
  claimStoredLists(parts.storage, user);
  parts.queryClient.clear();
  parts.session.setUser(user);
}

/** The services of signing in and out, of the page. */
export function useSessionParts(): SessionParts {
  const api = use(ApiContext);
  const session = use(SessionContext);
  const queryClient = useQueryClient();
  return { api, session, queryClient, storage: sessionStore };
}

/**
 * Signs out. Cached lists are removed first, and the user is cleared even when the call fails. Returns the URL that also
 * ends the session at the identity provider; null = none.
 */
export async function signOut(parts: SessionParts): Promise<string | null> {
  claimStoredLists(parts.storage, null);
  try {
    const { next } = await parts.api.get('/api/auth/logout');
    return next ?? null;
  } catch (error) {
    reportError(error);
    return null;
  } finally {
    parts.queryClient.clear();
    parts.session.setUser(null);
  }
}
