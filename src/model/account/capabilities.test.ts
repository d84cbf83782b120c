import { expect, test } from 'vitest';
import { areaUseOf } from './areaUseOf.ts';
import { advertiser, campaign, creative, tag } from '../index.ts';
import { canUse, mayStart, mayUse } from './capabilities.ts';

test('a capability needs both the built-in role and the scope of limited users', () => {
  expect(mayUse({ role: 'finance' }, 'reports')).toBe(true);
  expect(mayUse({ role: 'sdk' }, 'reports')).toBe(false);
  expect(mayUse({ role: 'full', scopes: ['reports:read'] }, 'reports')).toBe(true);
  expect(mayUse({ role: 'full', scopes: ['reports:read'] }, 'savingReports')).toBe(false);
  expect(mayUse({ role: 'readonly', scopes: ['campaigns:write'] }, 'creativeReview')).toBe(false);
  expect(canUse({ scopes: [] }, 'account:read')).toBe(false);
  expect(canUse({}, 'account:read')).toBe(true);
});

test('the built-in roles have the areas of their entities and capabilities', () => {
  const areas = [
    'reports',
    'supply',
    'demand',
    'campaigns',
    'targeting',
    'sdk',
    'tools',
    'changes',
    'account',
  ] as const;
  const usesOf = (role: Parameters<typeof areaUseOf>[0]) => areas.map((area) => areaUseOf(role, area));
  const all = areas.map(() => 'write');
  expect(usesOf('demand')).toEqual(all.map((use, index) => (areas[index] === 'sdk' ? 'read' : use)));
  expect(usesOf('full')).toEqual(usesOf('demand'));
  const [write, read, none] = ['write', 'read', null];
  expect(usesOf('trafficker')).toEqual([write, write, write, write, write, none, write, write, none]);
  expect(usesOf('readonly')).toEqual([write, read, read, read, read, none, write, read, none]);
  expect(usesOf('finance')).toEqual([write, read, read, none, none, none, write, read, none]);
});

test('users whose role hides money cannot enter new rows that need an amount', () => {
  const scope = { advertiserIds: null, subpublisherIds: null };
  const user = { role: 'full', showDsp: true, config: { database: null }, scope } as const;
  const entities = [advertiser, tag, campaign, creative];
  expect(entities.map((entity) => mayStart(user, entity))).toEqual([true, true, true, true]);
  expect(entities.map((entity) => mayStart({ ...user, hidesMoney: true }, entity))).toEqual([true, true, false, true]);
  expect(mayStart({ ...user, role: 'readonly' }, tag)).toBe(false);
});
