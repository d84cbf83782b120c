import { expect, test } from 'vitest';
import { unstorableTexts } from './unstorableTexts.ts';

test('texts and keys that no store accepts are reported with their place', () => {
  const given = {
    name: 'a\u0000b',
    deep: [{ note: 'ok 😀' }, { note: '\ud83d' }],
    'k\udc00': 1,
    nothing: null,
  };
  const problem = (path: string, message: string) => ({ code: 'invalid_format', message, path });
  expect(unstorableTexts(given)).toEqual([
    problem('name', 'Must not contain a null character'),
    problem('deep.1.note', 'Must not contain invalid characters'),
    problem('', 'Must not contain invalid characters'),
  ]);
  expect(unstorableTexts('\u0000')).toHaveLength(1);
  expect([null, undefined, 3, 'text', {}].flatMap((value) => unstorableTexts(value))).toEqual([]);
});

test('neither a deep body nor one with many such texts costs more than its length', () => {
  const deep: unknown = JSON.parse(`${'["\\u0000",'.repeat(100_000)}1${']'.repeat(100_000)}`);
  expect(unstorableTexts(deep)).toHaveLength(64);
  expect(unstorableTexts(Array.from({ length: 10_000 }, () => '\u0000'))).toHaveLength(100);
});
