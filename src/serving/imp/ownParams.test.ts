import { expect, test } from 'vitest';
import { readQuery } from '#standards/readQuery.ts';
import { keptValues, ownMacros, withOwnParams } from './ownParams.ts';

const plan = { params: { named: ['genre', 'uid', 'tier'], open: ['genre', 'tier'], kept: ['genre'] } };
const query = readQuery('/vast/a?Genre=news&UID=u-1&other=x');

test('every parameter of the account has a macro, empty where the request does not bring it', () => {
  expect(ownMacros(plan, query)).toEqual({ genre: 'news', uid: 'u-1', tier: '' });
  expect(ownMacros(undefined, query)).toEqual({});
});

test('what is kept is short and plain text', () => {
  expect(keptValues(plan, query)).toEqual({ genre: 'news' });
  expect(keptValues(plan, new Map([['genre', `${'x'.repeat(63)}😀`]]))).toEqual({ genre: 'x'.repeat(63) });
  expect(keptValues(plan, new Map([['genre', 'a\u0000b\n']]))).toEqual({ genre: 'ab' });
  expect(keptValues(plan, new Map([['tier', 'gold']]))).toBeUndefined();
});

test('bidders hear of those that tell nothing of the viewer; what the publisher told them itself stays', () => {
  expect(withOwnParams({ id: '1' }, plan, query)).toEqual({ id: '1', ext: { data: { genre: 'news' } } });
  const told = { id: '1', ext: { gpid: '/a', data: { genre: 'sport', adslot: 's' } } };
  expect(withOwnParams(told, plan, query)).toEqual(told);
  const plain = { id: '1' };
  expect(withOwnParams(plain, plan, new Map())).toBe(plain);
});
