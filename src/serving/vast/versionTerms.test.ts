import { expect, test } from 'vitest';
import { readQuery } from '#standards/readQuery.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { readVast } from '../../../tests/vast/buildVast.ts';
import { unchangedIn, versionTerms } from './versionTerms.ts';

test.each([
  ['auto', '', '3.0'],
  ['auto', 'vast=4', '4.3'],
  ['auto', 'vast=4.2', '4.2'],
  ['auto', 'vast=4.0', '4.0'],
  ['auto', 'vast=4.1', '4.1'],
  ['auto', 'vast=4.3', '4.3'],
  ['auto', 'vast=1.0', '2.0'],
  ['auto', 'vast=[VASTVERSIONS]', '3.0'],
  ['auto', 'v=99', '3.0'],
  ['auto', 'protocols=8,12', '4.1'],
  ['auto', 'protocols=2,3,5,6,7,8', '4.0'],
  ['auto', 'protocols=15', '4.3'],
  ['auto', 'protocols=2, 14', '4.2'],
  ['auto', 'protocols=99', '3.0'],
  ['auto', 'vast=2&protocols=14', '2.0'],
  ['4.2', '', '4.2'],
  ['4.2', 'vast=3.0', '3.0'],
  ['4.0', '', '4.0'],
  ['4.3', 'vast=4.1', '4.1'],
  ['4.1', 'vast=4.3', '4.1'],
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

test.each([
  ['inline', '', 'vast=3.0', '2.0'],
  ['inline', 'https://a.example/error', 'vast=3.0', undefined],
  ['inline', 'https://a.example/error', 'vast=2.0', '2.0'],
  ['wrapper', '', 'vast=3.0', '2.0'],
  ['wrapper', 'https://a.example/error', 'vast=3.0', undefined],
] as const)('an ad of 2.0 (%s, Error %j) for a request with %s stays as it was written in %s', (...row) => {
  const [kind, error, query, version] = row;
  const xml = buildVast({ kind, error, to: 'https://a.example/v' }).replace('4.2', '2.0');
  const [ad] = readVast(xml).ads;
  expect(ad && unchangedIn(ad, versionTerms('auto', readQuery(`/vast/a?${query}`)))).toBe(version);
});

test.each([
  ['4.2', 'auto', 'protocols=13,14', '4.2'],
  ['4.2', 'auto', 'protocols=15,16', '4.3'],
  ['4.3', 'auto', 'vast=4.2', '4.2'],
  ['4.3', 'auto', 'vast=4.3', '4.3'],
  ['4.2', '4.3', '', '4.3'],
  ['4.3', 'auto', 'vast=4.1', undefined],
  ['4.1', 'auto', 'protocols=13,14', undefined],
] as const)('VAST 4.3: an ad of %s, for a channel set to %s and %j, stays as it was written in %s', (...row) => {
  const [written, setting, query, version] = row;
  for (const kind of ['inline', 'wrapper'] as const) {
    const [ad] = readVast(buildVast({ kind, to: 'https://a.example/v' }).replace('"4.2"', `"${written}"`)).ads;
    expect(ad && unchangedIn(ad, versionTerms(setting, readQuery(`/vast/a?${query}`)))).toBe(version);
  }
});
