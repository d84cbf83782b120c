import { expect, test } from 'vitest';
import { conflictOfUnknown, isOlder, oldestReleaseOf } from './oldestRelease.ts';

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.10.0', false],
  ['0.2.0', '0.2.0', false],
])('%s is older than %s: %s', (release, other, expected) => {
  expect(isOlder(release, other)).toBe(expected);
});

test('a release runs on tables with expansions that it does not know, and not on others', () => {
  const expansion = { name: '0031_notes', oldestRelease: '0.2.0' };
  expect(conflictOfUnknown('PostgreSQL', expansion, '0.2.0')).toBeNull();
  expect(conflictOfUnknown('PostgreSQL', expansion, '0.1.5')).toBe(
    'PostgreSQL has the migration 0031_notes, which this release (0.1.5) does not know: its tables need release 0.2.0 or later',
  );
  expect(conflictOfUnknown('ClickHouse', { name: '0031_notes.sql', oldestRelease: '' }, '0.2.0')).toContain(
    'need a newer release',
  );
});

test('a migration that only adds needs no particular release; one that is not listed needs its own', () => {
  expect(oldestReleaseOf('PostgreSQL', '0031_notes', ['CREATE TABLE "notes" ("id" integer)'])).toBe('0.1.0');
  expect(isOlder('0.0.9', oldestReleaseOf('PostgreSQL', '0031_notes', ['DROP TABLE "tags"']))).toBe(true);
});
