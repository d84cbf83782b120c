import { expect, test } from 'vitest';
import { createSchema, tooltip } from '#model/index.ts';
import { missingKeys } from './missingKeys.ts';

test('every editable field is missing until it has a tooltip', () => {
  const all = missingKeys([]).map(({ key }) => key);
  expect(all).toContain('tag.rate');
  expect(all).not.toContain('tag.uid');
  expect(new Set(all).size).toBe(all.length);
  const rest = missingKeys(['TAG.rate', 'nothing.real']).map(({ key }) => key);
  expect(rest).toEqual(all.filter((key) => key !== 'tag.rate'));
});

test('every missing key is a valid tooltip key', () => {
  for (const { key } of missingKeys([])) {
    expect(createSchema(tooltip).safeParse({ name: key, title: 'x', body: 'x' }).success, key).toBe(true);
  }
});
