import { expect, test } from 'vitest';
import { storeConflict } from './storeConflict.ts';

const errorOf = (fields: object) => Object.assign(new Error('database "x" does not exist'), fields);

test.each([
  [errorOf({ severity: 'FATAL', code: '3D000' }), 'DATABASE_URL'],
  [new Error('migration', { cause: errorOf({ severity: 'FATAL', code: '28P01' }) }), 'DATABASE_URL'],
  [errorOf({ type: 'UNKNOWN_DATABASE', code: '81' }), 'CLICKHOUSE_URL'],
  [errorOf({ type: 'AUTHENTICATION_FAILED', code: '516' }), 'CLICKHOUSE_URL'],
])('%o means that a setting is wrong', (error, setting) => {
  expect(storeConflict(error)?.message).toMatch(new RegExp(`^${setting}: the server .+\\. .+\\.$`));
});

test.each([
  errorOf({ severity: 'FATAL', code: '57P03' }),
  errorOf({ code: '81' }),
  errorOf({ code: 'ECONNREFUSED' }),
  'x',
])('%o can end by itself', (error) => {
  expect(storeConflict(error)).toBeNull();
});
