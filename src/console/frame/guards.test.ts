import { describe, expect, test } from 'vitest';
import type { UserType } from '#model/index.ts';
import { modeOfPage } from './navigation/navigation.ts';
import { consolePages } from '../consolePages.ts';
import { mayEnter, UnknownGuardError, type Guard } from './guards.ts';

const types: readonly UserType[] = ['admin', 'demand', 'sub', 'adv', 'sdk'];
const manager = { type: 'demand', managerId: 7, role: 'full' } as const;

/** The user types that may pass a guard. */
const letInBy = (guard: Guard) => types.filter((type) => mayEnter(guard, { type, managerId: null, role: type }));

describe('guards', () => {
  test('[GUARD-01] admin, auth, demand and sdk admit the users in their name', () => {
    expect(letInBy('open')).toEqual(types);
    expect(letInBy('auth')).toEqual(types);
    expect(letInBy('admin')).toEqual(['admin']);
    expect(letInBy('demand')).toEqual(['demand']);
    expect(letInBy('adminOrDemand')).toEqual(['admin', 'demand']);
    expect(letInBy('sdk')).toEqual(['sdk']);
  });

  test('[GUARD-01] signed-out users pass the open guard only', () => {
    const guards: Guard[] = [
      'auth',
      'admin',
      'demand',
      'adminOrDemand',
      'adminOrOwner',
      'owner',
      'superOrOwner',
      'sdk',
    ];
    expect(guards.filter((guard) => mayEnter(guard, null))).toEqual([]);
    expect(mayEnter('open', null)).toBe(true);
  });

  test('[GUARD-02] the owner of an account is a demand user without a managerId', () => {
    expect(letInBy('owner')).toEqual(['demand']);
    expect(mayEnter('owner', manager)).toBe(false);
    expect(mayEnter('demand', manager)).toBe(true);
  });

  test('waiting changes are for admins and owners', () => {
    expect(letInBy('adminOrOwner')).toEqual(['admin', 'demand']);
    expect(mayEnter('adminOrOwner', manager)).toBe(false);
  });

  test('the security log is for super admins and owners', () => {
    expect(letInBy('superOrOwner')).toEqual(['demand']);
    expect(mayEnter('superOrOwner', { type: 'admin', managerId: null, role: 'super' })).toBe(true);
    expect(mayEnter('superOrOwner', manager)).toBe(false);
  });

  test('[ERR-05] a guard that does not exist is an error named Unknown middleware', () => {
    expect(() => mayEnter('unknown' as Guard, null)).toThrow(UnknownGuardError);
    expect(() => mayEnter('toString' as Guard, null)).toThrow('Unknown middleware');
  });
});

test('[GUARD-02] [ROUTE-01] [ROUTE-02] every page has the guard of its statement', () => {
  const pathsBy = (guard: Guard) =>
    consolePages
      .filter((page) => page.guard === guard)
      .map((page) => page.path)
      .toSorted();
  expect(pathsBy('open')).toEqual(['/login', '/password', '/shared/$token']);
  expect(pathsBy('auth')).toEqual(['/', '/pbReport/{-$id}', '/report/{-$id}', '/reports', '/signin', '/today']);
  expect(pathsBy('admin')).toEqual(['/demands', '/exchangerates', '/finance', '/system', '/tooltips', '/users']);
  expect(pathsBy('adminOrDemand')).toEqual([
    '/applications/{-$id}',
    '/applists',
    '/cutoffs',
    '/keys',
    '/log',
    '/whatif',
    '/why',
  ]);
  expect(pathsBy('sdk')).toEqual(['/sdk']);
  expect(pathsBy('owner')).toEqual(['/managers', '/roles']);
  expect(pathsBy('adminOrOwner')).toEqual(['/waiting']);
  expect(pathsBy('superOrOwner')).toEqual(['/security', '/sso']);
  expect(pathsBy('demand')).toEqual([
    '/adexchanges',
    '/adstxt',
    '/advertisers',
    '/campaigns',
    '/campaigns/$id',
    '/channels',
    '/configuration',
    '/creatives',
    '/crelists',
    '/deals',
    '/ivts',
    '/publishers/{-$id}',
    '/publists',
    '/sites/{-$id}',
    '/subpublishers',
    '/suppliers',
    '/tags',
    '/targetings',
    '/tcreatives/{-$id}',
    '/tester',
  ]);
});

test('[MODE-02] the pages of DSP mode alone need it', () => {
  const ofDsp = consolePages.filter(({ path }) => modeOfPage(path) === 'dsp').map(({ path }) => path);
  expect(ofDsp).toHaveLength(6);
  expect(consolePages.filter((page) => page.isOfDsp).map(({ path }) => path)).toEqual(ofDsp);
});
