import { expect, test } from 'vitest';
import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import { startFailure } from './startFailure.ts';

const settings = { DATABASE_URL: 'postgres://user:pass@db.internal/bidhouse', CLICKHOUSE_URL: 'http://u:p@ch:18123/b' };
const refused = (port: number) =>
  Object.assign(new Error(`connect ECONNREFUSED 10.0.0.5:${port}`), {
    code: 'ECONNREFUSED',
    address: '10.0.0.5',
    port,
  });

test('a server that cannot be reached is named by its setting, and tried again', () => {
  expect(startFailure(refused(5432), settings)).toEqual({
    message: 'DATABASE_URL: the server cannot be reached at 10.0.0.5:5432 (ECONNREFUSED). It is tried again',
    isFinal: false,
  });
  expect(startFailure(refused(18_123), settings).message).toMatch(/^CLICKHOUSE_URL: /);
  expect(startFailure(refused(9000), settings).message).toMatch(/^connect ECONNREFUSED/);
});

test('a conflict of settings ends the start with its message, other errors have their stack', () => {
  const conflict = new SettingsConflict('SECRET', 'another', 'Set it.');
  expect(startFailure(conflict, settings)).toEqual({ message: 'SECRET: another. Set it.', isFinal: true });
  expect(startFailure(new Error('boom'), null)).toEqual({
    message: expect.stringMatching(/^boom\nat /),
    isFinal: false,
  });
});

test('a platform without the embedded ClickHouse ends the start with what to do', () => {
  const missing = new Error(
    'chdb: no native binding for linux-arm64. Expected optional dependency @chdb/lib-linux-arm64-gnu.',
  );
  expect(startFailure(missing, null)).toEqual({
    message: expect.stringMatching(
      /^The embedded ClickHouse is not installed for .* Set DATABASE_URL and CLICKHOUSE_URL/,
    ),
    isFinal: true,
  });
});
