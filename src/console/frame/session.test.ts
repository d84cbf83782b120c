import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PageSession } from '#api/page/pageSession.ts';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { createApi } from '../lib/api.ts';
import { guardStorage, type SafeStorage } from '../lib/storage.ts';
import { createSessionStore, readPageSession, signIn, signOut, type SessionParts } from './session.ts';

const reported: unknown[] = [];
beforeEach(() => {
  reported.length = 0;
  Object.assign(globalThis, { reportError: (error: unknown) => reported.push(error) });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'reportError');
});

function buildUser(overrides: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 5,
    type: 'demand',
    role: 'demand',
    login: 'north',
    name: 'Northwind',
    demandId: 2,
    accountName: 'Northwind',
    subpublisherId: null,
    advertiserId: null,
    managerId: null,
    customRole: null,
    viewedRole: null,
    scope: { advertiserIds: null, subpublisherIds: null },
    adminId: null,
    adminName: null,
    timezone: 0,
    tagParams: null,
    showDsp: false,
    showPostbidPix: false,
    showPostbidWh: false,
    showCheckIVT: false,
    showSystemCost: false,
    vastParams: null,
    vast2Params: null,
    config: {
      host: 'console.example',
      landing: null,
      database: null,
      insightHub: null,
      mediaUrl: 'https://ads.example/media',
    },
    ...overrides,
  };
}

/** A SafeStorage over an object. */
function buildStorage(values: Record<string, string>): SafeStorage {
  const items = new Map(Object.entries(values));
  return guardStorage(() => ({
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }));
}

function buildParts(user: SessionUser | null, answer: () => Response): SessionParts & { seenLists: string[][] } {
  const storage = buildStorage({ 'list:tags': '[]', 'list:advertisers': '[]', theme: 'dark' });
  const seenLists: string[][] = [];
  const session: PageSession = {
    user,
    now: '2026-11-21T10:00:00.000Z',
    isDemo: false,
    edition: null,
    isMailSetUp: false,
    demoLogins: [],
  };
  return {
    storage,
    seenLists,
    session: createSessionStore(session),
    queryClient: new QueryClient(),
    api: createApi({
      fetch: async () => {
        seenLists.push(storage.keys('list:'));
        return answer();
      },
      onForbidden: () => {},
    }),
  };
}

test('[SESS-01] signing in clears every cached list before the call, then there is a user', async () => {
  const parts = buildParts(null, () => Response.json(buildUser()));
  await signIn(parts, { login: 'north', password: 'x' });
  expect(parts.seenLists).toEqual([[]]);
  expect(parts.storage.keys().filter((key) => key.startsWith('list:'))).toEqual([]);
  expect(parts.storage.get('theme')).toBe('dark');
  expect(parts.session.get().user?.id).toBe(5);
});

test('[ERR-01] a refused login throws Bad credentials and leaves no user signed in', async () => {
  const parts = buildParts(null, () => new Response('', { status: 401 }));
  await expect(signIn(parts, { login: 'north', password: 'x' })).rejects.toThrow('Bad credentials');
  expect(parts.session.get().user).toBeNull();
});

test('[SESS-01] [SESS-02] signing out clears every cached list first, then the user', async () => {
  const parts = buildParts(buildUser(), () => new Response(null, { status: 204 }));
  await signOut(parts);
  expect(parts.seenLists).toEqual([[]]);
  expect(parts.session.get().user).toBeNull();
});

test('[SESS-02] the user is signed out even when the logout call fails', async () => {
  const parts = buildParts(buildUser(), () => {
    throw new TypeError('offline');
  });
  await signOut(parts);
  expect(parts.session.get().user).toBeNull();
  expect(reported).toHaveLength(1);
});

test('[SESS-03] the user is restored from the session in the page', () => {
  const session: PageSession = {
    user: buildUser(),
    now: '2026-11-21T10:00:00.000Z',
    isDemo: true,
    edition: null,
    isMailSetUp: false,
    demoLogins: [],
  };
  expect(readPageSession(JSON.stringify(session))).toEqual(session);
  expect(readPageSession('null').user).toBeNull();
  expect(readPageSession('{').user).toBeNull();
});
