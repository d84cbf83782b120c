import { describe, expect, test } from 'vitest';
import { createSchema } from '../entity/entity.ts';
import { targeting } from './targeting.ts';
import { parseArea } from './area.ts';
import { dimensionGroups, dimensions } from './dimensions.ts';
import { summaryOf } from './summaryOf.ts';
import type { TargetingValues } from './summaryOf.ts';

const build = (values: object) => createSchema(targeting).parse({ name: 'x', ...values }) as unknown as TargetingValues;

describe('an area', () => {
  test.each([
    ['40.71 -74.01 25', { latitude: 40.71, longitude: -74.01, radiusKm: 25 }],
    ['-90, 180, 0.5', { latitude: -90, longitude: 180, radiusKm: 0.5 }],
    [' 1,2,3 ', { latitude: 1, longitude: 2, radiusKm: 3 }],
    ['91 0 5', null],
    ['0 181 5', null],
    ['0 0 0', null],
    ['0 0 20001', null],
    ['0 0', null],
    ['a b c', null],
    ['', null],
  ])('“%s” is parsed as %j', (text, area) => {
    expect(parseArea(text)).toEqual(area);
  });
});

describe('the summary of a targeting', () => {
  test('without restrictions is empty', () => {
    expect(summaryOf(build({}))).toBe('');
  });

  test.each<[object, string]>([
    [{ countries: ['US', 'CA', 'DE', 'FR'] }, 'US, CA, DE +1'],
    [{ usStates: ['CA'], excludedDmas: ['501'] }, 'US: CA · not DMA: 501'],
    [{ areas: ['1 2 3'], excludedAppListIds: [1, 2] }, '1 area · not 2 lists'],
    [{ deviceId: 'yes', coppa: 'no' }, 'with device ID · no COPPA'],
    [{ consent: 'gdpr', usPrivacy: 'sale' }, 'consent where GDPR applies · no sale opt-out'],
    [{ directOnly: true, schainMaxNodes: 3, schainComplete: true }, 'direct · complete chain'],
    [{ schainMaxNodes: 3, hours: [1] }, 'at most 3 sellers · 1 of 168 hours'],
    [{ cities: ['x'.repeat(60)] }, `${'x'.repeat(39)}…`],
  ])('of %j is “%s”', (values, text) => {
    expect(summaryOf(build(values))).toBe(text);
  });

  test('stays short whatever the targeting contains', () => {
    const many = Array.from({ length: 3 }, (_, index) => `${index} ${'long '.repeat(7)}`.trim());
    const fields = ['cities', 'carriers', 'genres', 'ratings', 'channelNames', 'networkNames', 'excludedCities'];
    const text = summaryOf(build(Object.fromEntries(fields.map((field) => [field, many]))));
    expect(text).toMatch(/ · and more$/);
    expect(text.length).toBeLessThan(700);
  });
});

test('each section of a targeting is a tab of its form, with a policy for requests without a value', () => {
  const tabs = new Set(Object.values(targeting.fields).map(({ tab }) => tab));
  for (const { label, unknownField } of Object.values(dimensionGroups)) {
    expect(tabs).toContain(label);
    if (unknownField) expect(targeting.fields).toHaveProperty(unknownField);
  }
  for (const { group } of Object.values(dimensions)) expect(dimensionGroups).toHaveProperty(group);
});
