import { describe, expect, test } from 'vitest';
import { entities, entityList, type EntityName } from './entities.ts';
import { createSchema, type Entity, readValues } from './entity.ts';
import { faultyFields, rowFaults } from './rowRules.ts';

type Values = Record<string, unknown>;

/** Broken rules and the resulting faults, by entity, with values that make a valid row. */
const cases: Partial<Record<EntityName, { sound: Values; broken: readonly (readonly [Values, string])[] }>> = {
  adexchange: {
    sound: { name: 'Exchange', endpoint: 'https://buyer.example/bid' },
    broken: [
      [{ endpoint: '' }, 'endpoint'],
      [{ syncUrl: 'https://buyer.example/sync' }, 'syncUrl'],
    ],
  },
  supplier: {
    sound: { name: 'Supplier' },
    broken: [
      [{ priceMacro: 'encrypted', integrityKey: 'a'.repeat(43) }, 'encryptionKey'],
      [{ priceMacro: 'encrypted', encryptionKey: 'a'.repeat(43) }, 'integrityKey'],
    ],
  },
  campaign: {
    sound: { name: 'Campaign', advertiserId: 1, bid: '2.00' },
    broken: [
      [{ startDate: '2026-05-02', endDate: '2026-05-01' }, 'endDate'],
      [{ spendPerHour: '2', spendPerDay: '1' }, 'spendPerHour'],
      [{ spendPerHour: '2', spendTotal: '1' }, 'spendPerHour'],
      [{ spendPerDay: '2', spendTotal: '1' }, 'spendPerDay'],
      [{ budgetBy: 'impressions', impsPerHour: 2, impsPerDay: 1 }, 'impsPerHour'],
      [{ budgetBy: 'impressions', impsPerHour: 2, impsTotal: 1 }, 'impsPerHour'],
      [{ budgetBy: 'impressions', impsPerDay: 2, impsTotal: 1 }, 'impsPerDay'],
      [{ dealBids: { 7: '1.00' } }, 'dealBids.7'],
    ],
  },
  creative: {
    sound: { name: 'Creative', advertiserId: 1 },
    broken: [
      [{ type: 'tag', markup: '<a>', height: 250 }, 'width'],
      [{ type: 'tag', markup: '<a>', width: 300 }, 'height'],
      [{ type: 'native', clickUrl: 'https://brand.example/' }, 'title'],
      [{ type: 'image' }, 'clickUrl'],
      [{ startDate: '2026-05-02', endDate: '2026-05-01' }, 'endDate'],
      [{ adomain: 'no domain' }, 'adomain'],
    ],
  },
  deal: {
    sound: { name: 'Deal', dealId: 'd' },
    broken: [
      [{ type: 'guaranteed', endDate: '2026-05-01', impsGoal: 1 }, 'startDate'],
      [{ type: 'guaranteed', startDate: '2026-05-01', impsGoal: 1 }, 'endDate'],
      [{ type: 'guaranteed', startDate: '2026-05-01', endDate: '2026-05-01' }, 'impsGoal'],
      [{ startDate: '2026-05-02', endDate: '2026-05-01' }, 'endDate'],
    ],
  },
  exchangeRate: { sound: { currency: 'EUR', perUsd: '0.92' }, broken: [[{ perUsd: '0' }, 'perUsd']] },
  ivt: {
    sound: { name: 'Pixel', url: 'https://pixel.example/i' },
    broken: [
      [{ url: '' }, 'url'],
      [{ vendor: 'pix' }, 'url'],
      [{ startsOn: '2026-05-02', endsOn: '2026-05-01' }, 'endsOn'],
    ],
  },
  role: {
    sound: { name: 'Analyst', permissions: { reports: 'read' } },
    broken: [[{ permissions: {} }, 'permissions']],
  },
  sdkApp: {
    sound: { name: 'App', bundle: 'com.example.app' },
    broken: [
      [{ bundle: 'https://recipes.example/' }, 'bundle'],
      [{ platform: 'web', bundle: 'no domain' }, 'bundle'],
    ],
  },
  login: {
    sound: { name: 'Login', login: 'login', type: 'sdk' },
    broken: [
      [{ type: 'sub' }, 'subpublisherId'],
      [{ type: 'adv' }, 'advertiserId'],
    ],
  },
  tag: {
    sound: { name: 'Tag', advertiserId: 1, url: 'https://ads.example/vast' },
    broken: [
      [{ integration: 'RTB' }, 'endpoint'],
      [{ integration: 'RTB', endpoint: 'https://buyer.example/bid', syncUrl: 'https://buyer.example/sync' }, 'syncUrl'],
      [{ integration: 'PreBid' }, 'partner'],
      [
        { integration: 'PreBid', partner: 'rubiconP', partnerParams: { siteId: 2, zoneId: 3 } },
        'partnerParams.accountId',
      ],
      [{ url: '' }, 'url'],
      [{ source: 'stored' }, 'vastXml'],
      [{ startsOn: '2026-05-02', endsOn: '2026-05-01' }, 'endsOn'],
    ],
  },
  targeting: {
    sound: { name: 'Targeting' },
    broken: [
      [{ countries: ['US'], excludedCountries: ['US'] }, 'excludedCountries'],
      [{ areas: ['nowhere'] }, 'areas'],
      [{ excludedAreas: ['nowhere'] }, 'excludedAreas'],
    ],
  },
  user: {
    sound: { name: 'User', login: 'user', type: 'demand', demandId: 1 },
    broken: [
      [{ demandId: null }, 'demandId'],
      [{ type: 'sub' }, 'subpublisherId'],
      [{ type: 'adv' }, 'advertiserId'],
    ],
  },
};

/** Every fault in the input of a new row, as shown by forms and the API. */
function faultsOfNew(entity: Entity, input: Values): string[] {
  const { values, faults } = readValues(createSchema(entity), input);
  return [...faults, ...rowFaults(entity, values, { faulty: faultyFields(faults) })].map(({ path }) => path);
}

describe.each(Object.entries(cases))('the rules of a %s', (name, { sound, broken }) => {
  const entity: Entity = entities[name as EntityName];

  test('find no fault in a valid row', () => {
    expect(faultsOfNew(entity, sound)).toEqual([]);
  });

  test.each(broken.map(([values, path]) => [path, values] as const))('report %s: %j', (path, values) => {
    expect(faultsOfNew(entity, { ...sound, ...values })).toEqual([path]);
  });

  test.each(broken.map(([values, path]) => [path, values] as const))(
    'report %s once, besides the faults of other fields: %j',
    (path, values) => {
      const found = faultsOfNew(entity, { ...sound, ...values, status: 'none', nonsense: 1 });
      expect(found.toSorted()).toEqual(['nonsense', path, 'status'].toSorted());
    },
  );

  test('skip a field that has a fault of its own', () => {
    for (const { reads } of entity.rules) {
      for (const field of reads) {
        const found = faultsOfNew(entity, { ...sound, [field]: { of: 'no kind' } });
        expect(found.filter((path) => path === field || path.startsWith(`${field}.`)).length).toBeLessThanOrEqual(1);
      }
    }
  });
});

test('every rule reads fields of its entity, and every entity with rules is tested', () => {
  // sdkConfig is tested beside its settings, because its rules need an earlier version.
  const tested = [...Object.keys(cases), 'sdkConfig'];
  for (const entity of entityList) {
    for (const { reads } of entity.rules)
      expect(Object.keys(entity.fields)).toEqual(expect.arrayContaining([...reads]));
    if (entity.rules.length > 0) expect(tested).toContain(entity.name);
  }
});

test('a fault that two rules find is reported once', () => {
  const row = createSchema(entities.campaign).parse({
    name: 'Campaign',
    advertiserId: 1,
    bid: '2.00',
    spendPerHour: '3',
    spendPerDay: '2',
    spendTotal: '1',
  });
  expect(rowFaults(entities.campaign, row).map(({ path }) => path)).toEqual(['spendPerHour', 'spendPerDay']);
});

test('input that is not an object has only that fault', () => {
  for (const input of [null, 'text', 7, []]) {
    expect(readValues(createSchema(entities.tag), input)).toMatchObject({ values: {}, faults: [{ path: '' }] });
  }
});
