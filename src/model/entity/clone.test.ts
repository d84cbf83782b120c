import { describe, expect, test } from 'vitest';
import { cloneKey, cloneName, isCloneable } from './clone.ts';
import { entityList } from './entities.ts';

const plain = { pattern: '{name} copy', find: '', replacement: '' };

describe('the name of a copy', () => {
  test.each([
    ['Pre-roll', 1, plain, [], 'Pre-roll copy'],
    ['Pre-roll', 1, plain, ['pre-roll COPY'], 'Pre-roll copy 2'],
    ['Pre-roll', 1, plain, ['pre-roll copy', 'pre-roll copy 2'], 'Pre-roll copy 3'],
    ['Acme US US', 3, { pattern: '{n}. {name}', find: 'US', replacement: 'UK' }, [], '3. Acme UK UK'],
    ['Acme', 1, { pattern: '{name}', find: 'Acme', replacement: '$&$1' }, [], '$&$1'],
    ['{n}', 2, { pattern: '{name}', find: '', replacement: '' }, [], '{n}'],
  ])('of %j', (original, copy, naming, taken, name) => {
    expect(cloneName(original, copy, naming, new Set(taken.map((each) => each.toLowerCase())))).toBe(name);
  });

  test('copies of one row never share a name, and none is too long', () => {
    const taken = new Set<string>();
    const names = Array.from({ length: 20 }, (_, index) => cloneName('x'.repeat(255), index + 1, plain, taken));
    expect(new Set(names).size).toBe(20);
    expect(Math.max(...names.map(({ length }) => length))).toBe(255);
  });
});

describe('the key of a copy', () => {
  test.each([
    ['SPRING-24', '', '', [], 'SPRING-24'],
    ['SPRING-24', '', '', ['SPRING-24'], 'SPRING-24-2'],
    ['SPRING-24', '24', '25', ['SPRING-24'], 'SPRING-25'],
    ['SPRING-24', '-24', ' 25', ['SPRING25', 'SPRING25-2'], 'SPRING25-3'],
    ['24', '24', '', [], '-2'],
    ['x'.repeat(100), '', '', ['x'.repeat(100)], `${'x'.repeat(98)}-2`],
  ])('of %j with %j as %j', (original, find, replacement, taken, key) => {
    expect(cloneKey(original, { find, replacement }, new Set(taken))).toBe(key);
  });
});

test('rows that need unique values besides a name cannot be copied', () => {
  const names = entityList.filter(isCloneable).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['tag', 'channel', 'advertiser', 'subpublisher', 'targeting', 'appList', 'ivt', 'deal']),
  );
  for (const name of ['user', 'manager', 'login', 'demand', 'waterfallRow', 'sdkApp', 'tooltip']) {
    expect(names).not.toContain(name);
  }
});
