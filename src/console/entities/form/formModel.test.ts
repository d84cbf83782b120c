import { describe, expect, test } from 'vitest';
import {
  isFieldShown,
  campaign,
  channel,
  createSchema,
  partnerLogin,
  pubList,
  subpublisher,
  tag,
  targeting,
  type Entity,
} from '#model/index.ts';
import { changesOf, faultsOfForm, initialValues, inputOf, tabsOf, type AnyRow } from './formModel.ts';

const tagEntity = tag as unknown as Entity;
const channelEntity = channel as unknown as Entity;

function buildTagRow(overrides: Record<string, unknown> = {}): AnyRow {
  const values = createSchema(tagEntity).parse({
    name: 'Preroll',
    advertiserId: 3,
    url: 'https://ads.example/vast',
    rate: '2.50',
  });
  return {
    ...values,
    id: 7,
    demandId: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    updatedAt: '2026-01-02T00:00:00.000Z',
    uid: 'abcdefghijklmnop',
    ...overrides,
  };
}

describe('tabs', () => {
  test('follow the definition; fields without a tab join the first one, which starts with the name', () => {
    expect(tabsOf(tagEntity).map((tab) => tab.label)).toEqual(['Common', 'Endpoint', 'Price', 'Delivery', 'Targeting']);
    expect(tabsOf(tagEntity)[0]?.fields.map(([name]) => name)).toEqual(['name', 'status', 'advertiserId', 'notes']);
  });

  test('an entity without tabs has one tab', () => {
    expect(tabsOf(pubList)).toHaveLength(1);
  });

  test('fields that the server generates are in no tab', () => {
    expect(tabsOf(tagEntity).flatMap((tab) => tab.fields.map(([name]) => name))).not.toContain('uid');
  });
});

describe('a new row', () => {
  test('starts with the defaults of the definition and the caller’s presets', () => {
    expect(initialValues(tagEntity, null, { advertiserId: 3 })).toMatchObject({
      status: 1,
      name: '',
      advertiserId: 3,
      timeoutMs: '1000',
      rate: '0.00',
    });
  });

  test('reports each missing field, also those that other fields require', () => {
    const faults = faultsOfForm(tagEntity, initialValues(tagEntity, null));
    expect(faults.map((fault) => [fault.path, fault.message])).toEqual([
      ['name', 'Required'],
      ['advertiserId', 'Required'],
      ['url', 'An ad tag URL is required for this integration'],
    ]);
  });

  test('does not apply rules of the whole row while a value is invalid', () => {
    const values = { ...initialValues(tagEntity, null, { advertiserId: 3 }), name: 'A', source: 'space' };
    expect(faultsOfForm(tagEntity, values).map((fault) => fault.path)).toEqual(['source']);
  });

  test('applies rules of the whole row when every value is valid', () => {
    const values = { ...initialValues(tagEntity, null, { advertiserId: 3 }), name: 'A' };
    expect(faultsOfForm(tagEntity, values).map((fault) => fault.path)).toEqual(['url']);
  });

  test('an optional reference may stay empty', () => {
    const values = { ...initialValues(channelEntity, null), name: 'Home' };
    expect(faultsOfForm(channelEntity, values)).toEqual([]);
    expect(inputOf(channelEntity, values)).toMatchObject({ subpublisherId: null, costShare: 70 });
  });
});

describe('a change', () => {
  test('sends only what differs', () => {
    const stored = initialValues(tagEntity, buildTagRow());
    expect(changesOf(tagEntity, { ...stored, rate: '3.00', timeoutMs: '1200' }, stored)).toEqual({
      rate: '3.00',
      timeoutMs: 1200,
    });
    expect(changesOf(tagEntity, { ...stored, name: ' Preroll ' }, stored)).toEqual({});
  });

  test('text that is not a number is refused with the definition’s message', () => {
    const values = { ...initialValues(tagEntity, buildTagRow()), timeoutMs: 'soon', rate: 'much' };
    expect(faultsOfForm(tagEntity, values).map((fault) => fault.message)).toEqual([
      'Must be a whole number',
      'Must be an amount with at most four decimals',
    ]);
  });
});

test('a field is shown or hidden by the value that it depends on', () => {
  const values = initialValues(tagEntity, buildTagRow({ source: 'stored' }));
  expect(isFieldShown(tag.fields.vastXml, values)).toBe(true);
  expect(isFieldShown(tag.fields.url, values)).toBe(false);
  expect(isFieldShown(tag.fields.name, values)).toBe(true);
});

test('the fields of a tag are those of its integration', () => {
  const own = {
    VAST: ['source', 'url', 'rateModel', 'rate'],
    RTB: ['endpoint', 'rtbVersion', 'isGzipped', 'seats', 'auctionType', 'currency'],
    PreBid: ['partnerParams'],
  };
  const fields = tabsOf(tagEntity).flatMap((tab) => tab.fields);
  for (const integration of ['VAST', 'RTB', 'PreBid'] as const) {
    const values = { ...initialValues(tagEntity, null), integration };
    const shown = fields.flatMap(([name, field]) => (isFieldShown(field, values) ? [name] : []));
    const others = Object.values(own)
      .flat()
      .filter((name) => !own[integration].includes(name));
    expect(shown).toEqual(
      expect.arrayContaining(['integration', 'partner', 'timeoutMs', 'limits', ...own[integration]]),
    );
    expect(shown.filter((name) => others.includes(name))).toEqual([]);
    expect(shown.includes('floor'), integration).toBe(integration !== 'VAST');
  }
});

test('a missing parameter of a partner is reported at its own path', () => {
  const values = {
    ...initialValues(tagEntity, buildTagRow({ integration: 'PreBid', partner: 'rubiconP' })),
    partnerParams: { accountId: 1, siteId: 'two' },
  };
  expect(faultsOfForm(tagEntity, values).map(({ path, message }) => [path, message])).toEqual([
    ['partnerParams.siteId', 'Must be a whole number'],
    ['partnerParams.zoneId', 'Required'],
  ]);
});

test('caps are validated row by row', () => {
  const cap = { metric: 'impressions', period: 'hour', value: 10, pacing: 'asap' };
  const limits = [cap, { ...cap, value: 1.5 }, { ...cap, metric: 'spend', value: 0.00001 }, { ...cap, value: '' }];
  const values = (rows: unknown) => ({ ...initialValues(tagEntity, buildTagRow()), limits: rows });
  const faultsOf = (rows: unknown) => faultsOfForm(tagEntity, values(rows)).map(({ path }) => path);
  expect(faultsOf(limits)).toEqual(['limits.3.value']);
  expect(faultsOf(limits.slice(0, 3))).toEqual(['limits.1.period', 'limits.1.value', 'limits.2.value']);
  expect(faultsOf([cap])).toEqual([]);
});

describe('lists and structures', () => {
  const stored = {
    ...buildTagRow({ name: 'Europe', notes: '', countries: ['DE', 'FR'], devices: [] }),
    excludedCountries: [],
  };

  test('start with the stored values, or empty', () => {
    const values = initialValues(targeting, stored);
    expect(values['countries']).toEqual(['DE', 'FR']);
    expect(values['categories']).toEqual([]);
    expect(initialValues(subpublisher, null)['sellersJson']).toMatchObject({ type: 'INTERMEDIARY', status: 0 });
  });

  test('count as changed only when their items differ', () => {
    const before = initialValues(targeting, stored);
    expect(changesOf(targeting, { ...before, countries: ['DE', 'FR'] }, before)).toEqual({});
    expect(changesOf(targeting, { ...before, countries: ['DE'] }, before)).toEqual({ countries: ['DE'] });
    const seller = initialValues(subpublisher, null);
    const same = { confidential: 0, status: 0, id: '', name: '', type: 'INTERMEDIARY' };
    expect(changesOf(subpublisher, { ...seller, sellersJson: same }, seller)).toEqual({});
    expect(changesOf(subpublisher, { ...seller, sellersJson: { ...same, status: 1 } }, seller)).toEqual({
      sellersJson: { ...same, status: 1 },
    });
  });

  test('a day is empty or a date', () => {
    const values = { ...initialValues(campaign, null, { advertiserId: 3 }), name: 'Spring', bid: '2.00' };
    expect(inputOf(campaign, values)['startDate']).toBeNull();
    const faults = faultsOfForm(campaign, { ...values, startDate: '2026-02-30' });
    expect(faults.map(({ path }) => path)).toEqual(['startDate']);
    expect(faultsOfForm(campaign, { ...values, startDate: '2026-03-02', endDate: '2026-03-01' })).toMatchObject([
      { path: 'endDate' },
    ]);
  });
});

test('a reference that the login’s type does not use is not sent', () => {
  const values = { ...initialValues(partnerLogin, null), name: 'Ann', login: 'ann', password: 'a long password' };
  const changed = { ...values, type: 'adv', subpublisherId: 4, advertiserId: 5 };
  expect(inputOf(partnerLogin, changed)).toMatchObject({ subpublisherId: null, advertiserId: 5 });
  expect(faultsOfForm(partnerLogin, changed)).toEqual([]);
});
