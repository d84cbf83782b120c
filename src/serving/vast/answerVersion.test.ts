import { expect, test } from 'vitest';
import { answerVersion } from './answerVersion.ts';
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
  expect(answerVersion(setting, readQuery(`/vast/a?${query}`))).toBe(version);
});
