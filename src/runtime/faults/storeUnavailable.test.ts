import { expect, test } from 'vitest';
import { isStoreUnavailable } from './storeUnavailable.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('It failed'), { code, ...more });

test.each<[string, Error]>([
  ['the connection is refused', withCode('ECONNREFUSED')],
  ['the socket of the embedded store is missing', withCode('ENOENT', { syscall: 'connect' })],
  ['too many wait for a frozen server', withCode('EAGAIN', { syscall: 'connect' })],
  ['the connection broke', withCode('ECONNRESET')],
  ['the pool lost its client', new Error('Connection terminated unexpectedly')],
  ['connecting times out', new Error('timeout exceeded when trying to connect')],
  ['the server is shutting down', withCode('57P01')],
  ['the server is starting', withCode('57P03')],
  ['the server accepts no more clients', withCode('53300')],
  ['the protocol reports a connection failure', withCode('08006')],
])('the store is unavailable when %s', (_what, error) => {
  expect(isStoreUnavailable(error)).toBe(true);
  expect(isStoreUnavailable(new Error('Failed query: select 1', { cause: error }))).toBe(true);
});

test.each<[string, unknown]>([
  ['a file is missing', withCode('ENOENT', { syscall: 'open' })],
  ['a file is locked', withCode('EAGAIN', { syscall: 'flock' })],
  ['a value is not unique', withCode('23505')],
  ['a statement was cancelled', withCode('57014')],
  ['a table is missing', withCode('42P01')],
  ['a value cannot be read', new TypeError('Cannot read properties of undefined')],
  ['the thrown value is not an error', 'ECONNREFUSED'],
])('the store is not unavailable when %s', (_what, error) => {
  expect(isStoreUnavailable(error)).toBe(false);
});
