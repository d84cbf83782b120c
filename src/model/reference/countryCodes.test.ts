import { expect, test } from 'vitest';
import { countries } from './countries.ts';
import { countryCodeOf } from './countryCodes.ts';

test.each([
  ['US', 'US'],
  ['us', 'US'],
  ['USA', 'US'],
  ['deu', 'DE'],
  ['GBR', 'GB'],
  ['UK', 'GB'],
  ['ZWE', 'ZW'],
  ['AFG', 'AF'],
  ['ALA', 'AX'],
  ['CHE', 'CH'],
  ['XXX', ''],
  ['EU', ''],
  ['Germany', ''],
  ['', ''],
])('%s is %s', (text, code) => {
  expect(countryCodeOf(text)).toBe(code);
});

test('every country is found by its own code', () => {
  expect(countries.map(({ id }) => countryCodeOf(id))).toEqual(countries.map(({ id }) => id));
});
