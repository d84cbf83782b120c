import { expect, test } from 'vitest';
import { isStorageFull } from './storageFull.ts';

const withCode = (code: string, message = 'It failed') => Object.assign(new Error(message), { code });

test.each<[string, Error]>([
  ['the operating system reports it', withCode('ENOSPC')],
  ['the quota is exceeded', withCode('EDQUOT')],
  ['PostgreSQL cannot extend a file', withCode('53100')],
  ['ClickHouse cannot reserve space', withCode('243', 'Cannot reserve 1.00 MiB, not enough space.')],
  [
    'ClickHouse cannot write a file',
    withCode('75', 'Cannot write to file: , errno: 28, strerror: No space left on device'),
  ],
])('a disk is full when %s', (_what, error) => {
  expect(isStorageFull(error)).toBe(true);
  expect(isStorageFull(new Error('Failed query: insert', { cause: error }))).toBe(true);
});

test.each<[string, unknown]>([
  ['a value is not unique', withCode('23505')],
  ['memory runs out', withCode('53200')],
  ['a store is unreachable', withCode('ECONNREFUSED')],
  ['the thrown value is not an error', 'ENOSPC'],
])('a disk is not full when %s', (_what, error) => {
  expect(isStorageFull(error)).toBe(false);
});
