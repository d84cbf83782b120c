import { usStates } from '#model/reference/usStates.ts';

const provincesOfCanada = {
  Alberta: 'AB',
  'British Columbia': 'BC',
  Manitoba: 'MB',
  'New Brunswick': 'NB',
  'Newfoundland and Labrador': 'NL',
  'Northwest Territories': 'NT',
  'Nova Scotia': 'NS',
  Nunavut: 'NU',
  Ontario: 'ON',
  'Prince Edward Island': 'PE',
  Quebec: 'QC',
  Québec: 'QC',
  Saskatchewan: 'SK',
  Yukon: 'YT',
} as const;

const codesByName: ReadonlyMap<string, string> = new Map([
  ...usStates.map(({ id, name }) => [`US ${name.toLowerCase()}`, `US-${id}`] as const),
  ['US washington, d.c.', 'US-DC'],
  ...Object.entries(provincesOfCanada).map(([name, code]) => [`CA ${name.toLowerCase()}`, `CA-${code}`] as const),
]);

/** The ISO 3166-2 code of a state of the US or a province of Canada by its English name; empty for all others. */
export function regionCodeOf(country: string, name: string): string {
  return codesByName.get(`${country} ${name.toLowerCase()}`) ?? '';
}
