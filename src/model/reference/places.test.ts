import { describe, expect, test } from 'vitest';
import { countries } from './countries.ts';
import { regions } from './regions.ts';
import { leafIdsOf } from './tree.ts';
import { usStates } from './usStates.ts';

const codes = countries.map(({ id }) => id);
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/** Unicode region codes that are not in ISO 3166-1: reserved, private and withdrawn ones. */
const notIso =
  'AC AN BU CP CQ CS CT DD DG DY EA EU EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO QU RH SU TA TP UK UN VD WK XA XB XK YD YU ZR ZZ'.split(
    ' ',
  );

function codesIn(region: string): string[] {
  return (regions.find(({ id }) => id === region)?.children ?? []).map(({ id }) => id);
}

describe('countries', () => {
  test('[REF-02] they are the 249 codes of ISO 3166-1, as in Unicode', () => {
    const unicode = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const known = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => unicode.of(code));
    expect(codes.toSorted()).toEqual(known.filter((code) => !notIso.includes(code)));
    expect(codes).toHaveLength(249);
  });

  test('[REF-02] their names are those of Unicode, except for a few that are shorter or plainer here', () => {
    const unicode = new Intl.DisplayNames('en', { type: 'region' });
    const own = countries.filter(({ id, name }) => name !== unicode.of(id)?.replace('’', "'")).map(({ id }) => id);
    const chosen = ['CD', 'CG', 'HK', 'MF', 'MM', 'MO', 'PS', 'SH', 'SX', 'UM'];
    // Unicode renames a country now and then.
    expect(own.filter((id) => !chosen.includes(id)).length).toBeLessThan(4);
  });

  test('[REF-02] names are unique and sorted', () => {
    const names = countries.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  test.each([
    ['US', 'United States'],
    ['GB', 'United Kingdom'],
    ['DE', 'Germany'],
    ['KR', 'South Korea'],
    ['HK', 'Hong Kong'],
    ['CD', 'Congo (Democratic Republic)'],
    ['CI', "Côte d'Ivoire"],
    ['TW', 'Taiwan'],
    ['VN', 'Vietnam'],
    ['CZ', 'Czechia'],
  ])('[REF-02] %s is %s', (id, name) => {
    expect(countries).toContainEqual({ id, name });
  });
});

describe('regions', () => {
  test('[REF-02] they are the six of the ad industry, with their displayed names', () => {
    expect(regions.map(({ id, label }) => [id, label])).toEqual([
      ['APAC', 'APAC'],
      ['LATAM', 'LATAM'],
      ['EMEA', 'EMEA'],
      ['NAM', 'North Americas'],
      ['SEA', 'SEA'],
      ['MINA', 'MENA'],
    ]);
  });

  test('[REF-02] every leaf is a country with its name, once per region', () => {
    for (const { children = [] } of regions) {
      for (const { id, label } of children) expect(countries).toContainEqual({ id, name: label });
      expect(new Set(children.map(({ id }) => id)).size).toBe(children.length);
    }
  });

  test('[REF-02] APAC, LATAM, EMEA and NAM contain every country except Antarctica exactly once', () => {
    const parted = ['APAC', 'LATAM', 'EMEA', 'NAM'].flatMap(codesIn);
    expect(parted.toSorted()).toEqual(codes.filter((code) => code !== 'AQ').toSorted());
    expect(leafIdsOf(regions).toSorted()).toEqual(parted.toSorted());
  });

  test('[REF-02] SEA is a part of APAC, MENA a part of EMEA', () => {
    expect(codesIn('SEA')).toHaveLength(11);
    expect(codesIn('APAC')).toEqual(expect.arrayContaining(codesIn('SEA')));
    expect(codesIn('MINA')).toHaveLength(21);
    expect(codesIn('EMEA')).toEqual(expect.arrayContaining(codesIn('MINA')));
  });

  test.each([
    ['APAC', ['JP', 'IN', 'AU', 'SG', 'TW', 'KZ', 'PK']],
    ['LATAM', ['BR', 'MX', 'CU', 'PR', 'AR']],
    ['EMEA', ['DE', 'GB', 'RU', 'TR', 'ZA', 'AE', 'IR', 'GE']],
    ['NAM', ['BM', 'CA', 'GL', 'PM', 'US']],
    ['SEA', ['ID', 'MY', 'PH', 'SG', 'TH', 'VN']],
    ['MINA', ['AE', 'EG', 'IL', 'IR', 'MA', 'SA']],
  ])('[REF-02] %s contains %j', (region, members) => {
    expect(codesIn(region)).toEqual(expect.arrayContaining(members));
  });
});

describe('US states', () => {
  test('[REF-02] they are the 50 states and the District of Columbia, by name', () => {
    const ids = usStates.map(({ id }) => id);
    expect(ids).toHaveLength(51);
    expect(new Set(ids).size).toBe(51);
    expect(ids.every((id) => /^[A-Z]{2}$/.test(id))).toBe(true);
    const names = usStates.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  test.each([
    ['AK', 'Alaska'],
    ['AZ', 'Arizona'],
    ['CA', 'California'],
    ['DC', 'District of Columbia'],
    ['IA', 'Iowa'],
    ['ME', 'Maine'],
    ['MI', 'Michigan'],
    ['MO', 'Missouri'],
    ['MS', 'Mississippi'],
    ['NE', 'Nebraska'],
    ['NY', 'New York'],
    ['WY', 'Wyoming'],
  ])('[REF-02] %s is %s', (id, name) => {
    expect(usStates).toContainEqual({ id, name });
  });
});
