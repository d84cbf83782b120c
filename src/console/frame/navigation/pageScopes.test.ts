import { expect, test } from 'vitest';
import { limitsOfScopes } from '#model/account/scopeLimits.ts';
import type { ApiScope } from '#model/index.ts';
import { consolePages } from '../../consolePages.ts';
import { isPageInRole } from './pageScopes.ts';

const limited = (...scopes: ApiScope[]) => ({ scopes, limits: limitsOfScopes(scopes) });

test('without a custom role, every page is in the role', () => {
  expect(consolePages.every(({ path }) => isPageInRole({}, path))).toBe(true);
});

test('with a role that includes nothing, only the pages of one’s own are', () => {
  const own = consolePages.filter(({ path }) => isPageInRole(limited(), path)).map(({ path }) => path);
  expect(own.toSorted()).toEqual([
    ...['/', '/finance', '/login', '/password', '/shared/$token', '/signin', '/system', '/today', '/waiting'],
  ]);
});

test('a page of an entity is in roles that read the entity, also below its path', () => {
  expect(isPageInRole(limited('campaigns:read'), '/campaigns/$id')).toBe(true);
  expect(isPageInRole(limited('demand:read'), '/campaigns/$id')).toBe(false);
  expect(isPageInRole(limited('reports:read'), '/report/{-$id}')).toBe(true);
  expect(isPageInRole(limited('tools:read'), '/tester')).toBe(false);
});

test('pages about money are not for users whose role hides it', () => {
  expect(isPageInRole({ hidesMoney: true }, '/whatif')).toBe(false);
  expect(isPageInRole({ hidesMoney: true }, '/why')).toBe(true);
});
