import { expect, test } from 'vitest';
import { checkEncryption } from './checkEncryption.ts';

test.each([
  'postgres://a:b@db.example/bidhouse',
  'postgresql://a:b@db.example/bidhouse?sslmode=prefer',
  'http://a:b@clickhouse.example:8123/bidhouse',
  'redis://cache.example:6379',
  'smtp://a:b@mail.example',
  's3://a:b@s3.example/bucket?tls=0',
  'syslog://log.example',
  'syslog+tcp://log.example:601',
])('%s leads to another machine without TLS', (url) => {
  expect(checkEncryption({ ONE: url })).toMatchObject({ state: 'warning', detail: expect.stringMatching(/^ONE: /) });
});

test.each([
  'postgres://a:b@db.example/bidhouse?sslmode=verify-full',
  'https://a:b@clickhouse.example:8443/bidhouse',
  'rediss://cache.example:6379',
  'smtps://a:b@mail.example',
  'smtp://a:b@mail.example?requireTLS=true',
  's3://a:b@s3.example/bucket?region=eu-1',
  'syslog+tls://log.example:6514',
  'postgres://a:b@127.0.0.1/bidhouse',
  'redis://localhost:6379',
  'http://[::1]:8123/bidhouse',
  '/var/run/postgresql',
  'unix:///data/run/control.sock',
  'file:/var/log/security.jsonl',
  '/mnt/backups',
])('%s does not', (url) => {
  expect(checkEncryption({ ONE: url, TWO: undefined })).toMatchObject({ state: 'ok' });
});

test('all such settings are in one line, without their passwords', () => {
  const found = checkEncryption({ DATABASE_URL: 'postgres://a:secret@db.example/x', REDIS_URL: 'redis://r.example' });
  expect(found.detail).toBe('DATABASE_URL, REDIS_URL: without TLS, others on the way can read and change what is sent');
});
