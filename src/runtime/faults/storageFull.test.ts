import { expect, test } from 'vitest';
import { isStorageFull } from './storageFull.ts';

const withCode = (code: string, message = 'It failed') => Object.assign(new Error(message), { code });

test.each<[string, Error]>([
  ['the system says so', withCode('ENOSPC')],
  ['the quota is used up', withCode('EDQUOT')],
  ['PostgreSQL cannot extend a file', withCode('53100')],
  ['ClickHouse cannot reserve room', withCode('243', 'Cannot reserve 1.00 MiB, not enough space.')],
  [
    'ClickHouse cannot write a file',
    withCode('75', 'Cannot write to file: , errno: 28, strerror: No space left on device'),
  ],
])('a disk is full when %s', (_what, error) => {
  expect(isStorageFull(error)).toBe(true);
  expect(isStorageFull(new Error('Failed query: insert', { cause: error }))).toBe(true);
});

test.each<[string, unknown]>([
  ['a value is taken', withCode('23505')],
  ['memory runs out', withCode('53200')],
  ['a store is away', withCode('ECONNREFUSED')],
  ['no error was thrown', 'ENOSPC'],
])('no disk is full when %s', (_what, error) => {
  expect(isStorageFull(error)).toBe(false);
});
