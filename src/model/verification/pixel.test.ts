import { expect, test } from 'vitest';
import { createSchema } from '../entity/entity.ts';
import { pixel, vendorMacros } from './pixel.ts';
import { ownPixelMacros, unknownPixelMacros, vastPixelMacros } from './pixelMacros.ts';
import { rowFaults } from '../entity/rowRules.ts';

function faultsOf(values: Record<string, unknown>): string[] {
  const row = createSchema(pixel).parse({ name: 'Pixel', url: 'https://pixel.example/i', ...values });
  return rowFaults(pixel, row).map(({ code, path }) => `${path} ${code}`);
}

test('an https URL with our own, VAST and OpenRTB macros is accepted', () => {
  const url = 'https://pixel.example:8443/i?a={imp_id}&b=[DEVICEIP]&c=${GDPR}&d={price}';
  expect(faultsOf({ url })).toEqual([]);
});

test('a URL without https, or with macros in its host, is rejected', () => {
  expect(faultsOf({ url: '' })).toEqual(['url required']);
  expect(faultsOf({ url: 'http://pixel.example/' })).toEqual(['url not_https']);
  expect(faultsOf({ url: 'https://{channel}.example/' })).toEqual(['url not_https']);
});

test('an unknown macro is reported', () => {
  expect(unknownPixelMacros('https://x.example/?a={placement}&b={imp_id}&c={placement}')).toEqual(['{placement}']);
  expect(faultsOf({ url: 'https://x.example/?a={placement}' })).toEqual(['url unknown_macro']);
});

test.each(['pix', 'wh'] as const)('the URL of vendor %s must contain all macros that the vendor requires', (vendor) => {
  const [first = '', ...others] = vendorMacros[vendor];
  const url = (macros: readonly string[]) => `https://pixel.example/?${macros.map((macro) => `x=${macro}`).join('&')}`;
  expect(faultsOf({ vendor, url: url([first, ...others]) })).toEqual([]);
  expect(faultsOf({ vendor, url: url(others) })).toEqual(['url macro_missing']);
});

test('every macro that a vendor requires is offered by the form', () => {
  const offered = new Set<string>([...ownPixelMacros, ...vastPixelMacros].map(({ macro }) => macro));
  expect(
    Object.values(vendorMacros)
      .flat()
      .filter((macro) => !offered.has(macro)),
  ).toEqual([]);
});

test('the last day is not before the first', () => {
  expect(faultsOf({ startsOn: '2026-02-02', endsOn: '2026-02-01' })).toEqual(['endsOn ends_before_start']);
  expect(faultsOf({ startsOn: '2026-02-02', endsOn: '2026-02-02' })).toEqual([]);
});
