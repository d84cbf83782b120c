import { expect, test } from 'vitest';
import { readQuery } from '#standards/readQuery.ts';
import { tagParamValues, tagParamMacros, withTagParams } from './tagParamValues.ts';

const plan = { params: { named: ['genre', 'uid', 'tier'], nonPersonal: ['genre', 'tier'], reportable: ['genre'] } };
const query = readQuery('/vast/a?Genre=news&UID=u-1&other=x');

test('every parameter of the account has a macro, empty where the request does not have it', () => {
  expect(tagParamMacros(plan, query)).toEqual({ genre: 'news', uid: 'u-1', tier: '' });
  expect(tagParamMacros(undefined, query)).toEqual({});
});

test('stored values are short plain text', () => {
  expect(tagParamValues(plan, query)).toEqual({ genre: 'news' });
  expect(tagParamValues(plan, new Map([['genre', `${'x'.repeat(63)}😀`]]))).toEqual({ genre: 'x'.repeat(63) });
  expect(tagParamValues(plan, new Map([['genre', 'a\u0000b\n']]))).toEqual({ genre: 'ab' });
  expect(tagParamValues(plan, new Map([['tier', 'gold']]))).toBeUndefined();
});

test('bidders receive the parameters that are not personal; values that the publisher set itself stay', () => {
  expect(withTagParams({ id: '1' }, plan, query)).toEqual({ id: '1', ext: { data: { genre: 'news' } } });
  const imp = { id: '1', ext: { gpid: '/a', data: { genre: 'sport', adslot: 's' } } };
  expect(withTagParams(imp, plan, query)).toEqual(imp);
  const plain = { id: '1' };
  expect(withTagParams(plain, plan, new Map())).toBe(plain);
});
