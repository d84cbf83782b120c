import { expect, test } from 'vitest';
import { checkRoleSettings, type RoleSettings } from './checkRoleSettings.ts';
import type { MainRole } from './startArguments.ts';

const embedded: RoleSettings = {
  PORT: 8080,
  ADS_PORT: 8090,
  CONTROL_PORT: undefined,
  CONTROL_HOST: '127.0.0.1',
  METRICS_PORT: undefined,
  DATA_DIR: '/data',
  BACKUP_TO: undefined,
  CONSOLE_URL: undefined,
  ADS_URL: 'http://localhost:8090',
  TRUST_PROXY: false,
  DATABASE_URL: undefined,
  CLICKHOUSE_URL: undefined,
  CONTROL_URL: undefined,
  SECRET: undefined,
  hasSecret: false,
};
const servers = { ...embedded, DATABASE_URL: 'postgres://db/b', CLICKHOUSE_URL: 'http://ch:8123' };
const secret = { SECRET: '0'.repeat(64), hasSecret: true };

const settingsOf = (roles: MainRole[], settings: RoleSettings) =>
  checkRoleSettings(roles, settings).map(({ setting }) => setting);

test('all roles need no setting', () => {
  expect(settingsOf(['serving', 'api', 'worker'], embedded)).toEqual([]);
});

test('api and worker may share embedded stores, and neither works with them alone', () => {
  expect(settingsOf(['api', 'worker'], embedded)).toEqual([]);
  expect(settingsOf(['api'], embedded)).toEqual(['DATABASE_URL', 'CLICKHOUSE_URL']);
  expect(settingsOf(['serving', 'api'], { ...servers, CLICKHOUSE_URL: undefined })).toEqual(['CLICKHOUSE_URL']);
  expect(settingsOf(['worker'], embedded)).toEqual(['DATABASE_URL', 'CLICKHOUSE_URL', 'SECRET']);
});

test('ad serving alone needs no database, but the address of an api, and over a network its secret', () => {
  expect(settingsOf(['serving'], embedded)).toEqual(['CONTROL_URL']);
  expect(settingsOf(['serving'], { ...embedded, CONTROL_URL: 'unix:///data/run/control.sock' })).toEqual([]);
  expect(settingsOf(['serving'], { ...embedded, CONTROL_URL: 'http://api:8070', hasSecret: true })).toEqual(['SECRET']);
  expect(settingsOf(['serving'], { ...embedded, CONTROL_URL: 'http://api:8070', ...secret })).toEqual([]);
});

test('an api that a network can reach needs a secret that nodes can share', () => {
  const open = { ...servers, CONTROL_PORT: 8070, CONTROL_HOST: '0.0.0.0' };
  expect(settingsOf(['api'], open)).toEqual(['SECRET']);
  expect(settingsOf(['api'], { ...open, CONTROL_HOST: '127.0.0.1' })).toEqual([]);
  expect(settingsOf(['api'], { ...open, ...secret })).toEqual([]);
});

test('ports of roles that start together differ', () => {
  const same = { ...servers, ...secret, ADS_PORT: 8080, CONTROL_PORT: 8080 };
  expect(settingsOf(['serving', 'api', 'worker'], same)).toEqual(['CONTROL_PORT', 'ADS_PORT']);
  expect(settingsOf(['api'], { ...same, CONTROL_PORT: undefined })).toEqual([]);
  expect(settingsOf(['worker'], { ...servers, ...secret, METRICS_PORT: 8080 })).toEqual([]);
  expect(settingsOf(['serving', 'api', 'worker'], { ...embedded, METRICS_PORT: 8090 })).toEqual(['METRICS_PORT']);
});

test('settings with which roles work, but not as they should, do not refuse the start', () => {
  const advice = (roles: MainRole[], settings: Partial<RoleSettings>) =>
    checkRoleSettings(roles, { ...servers, ...secret, CONTROL_URL: 'http://api:8070', ...settings }).map(
      ({ setting, isRefused }) => [setting, isRefused],
    );
  const behindTls = { CONSOLE_URL: 'https://console.example', ADS_URL: 'https://ads.example' };
  expect(advice(['api'], behindTls)).toEqual([['TRUST_PROXY', false]]);
  expect(advice(['serving'], behindTls)).toEqual([['TRUST_PROXY', false]]);
  expect(advice(['worker'], behindTls)).toEqual([]);
  expect(advice(['serving', 'api', 'worker'], { ...behindTls, TRUST_PROXY: true })).toEqual([]);
  expect(advice(['worker'], { BACKUP_TO: '/data/backups' })).toEqual([['BACKUP_TO', false]]);
  expect(advice(['worker'], { BACKUP_TO: '/data-backups' })).toEqual([]);
  expect(advice(['api'], { BACKUP_TO: '/data/backups' })).toEqual([]);
});
