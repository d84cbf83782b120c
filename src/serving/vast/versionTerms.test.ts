import { expect, test } from 'vitest';
import { versionTerms } from './versionTerms.ts';
import { readQuery } from '#standards/readQuery.ts';

test.each([
  ['auto', '', '3.0'],
  ['auto', 'vast=4', '4.2'],
  ['auto', 'vast=4.2', '4.2'],
  ['auto', 'vast=4.0', '3.0'],
  ['auto', 'vast=1.0', '2.0'],
  ['auto', 'vast=[VASTVERSIONS]', '3.0'],
  ['auto', 'v=99', '3.0'],
  ['auto', 'protocols=8,12', '3.0'],
  ['auto', 'protocols=2, 14', '4.2'],
  ['auto', 'protocols=99', '3.0'],
  ['auto', 'vast=2&protocols=14', '2.0'],
  ['4.2', '', '4.2'],
  ['4.2', 'vast=3.0', '3.0'],
  ['2.0', 'vast=4.2', '2.0'],
] as const)('a channel set to %s with the query %j responds with VAST %s', (setting, query, version) => {
  expect(versionTerms(setting, readQuery(`/vast/a?${query}`)).version).toBe(version);
});

test.each([
  ['auto', '', ['2.0', '3.0']],
  ['auto', 'vast=4', ['2.0', '3.0', '4.0', '4.1', '4.2', '4.3']],
  ['auto', 'vast=4.0', ['2.0', '3.0', '4.0']],
  ['auto', 'vast=1.0', []],
  ['auto', 'protocols=3,6,7', ['3.0', '3.0', '4.0']],
  ['auto', 'protocols=99', ['2.0', '3.0']],
  ['4.2', '', ['4.2']],
  ['4.2', 'vast=3.0', ['3.0']],
] as const)('a channel set to %s with the query %j passes on ads of the versions %j', (setting, query, accepted) => {
  expect(versionTerms(setting, readQuery(`/vast/a?${query}`)).accepted).toEqual(accepted);
});
