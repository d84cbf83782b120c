import { describe, expect, test } from 'vitest';
import {
  buildAdexchange,
  buildCampaign,
  buildCreative,
  buildDeal,
  buildSupplier,
} from '#tests/support/engine/buildBuying.ts';
import { buildAdvertiser } from '#tests/support/engine/buildRows.ts';
import { createRates } from '#standards/openrtb/currency.ts';
import { checkDeal } from './checkDeal.ts';
import type { CheckedDeal } from './checkedDeal.ts';
import type { DealCheckName } from './dealChecks.ts';
import type { DealTerms, SeenDeal } from './dealsContract.ts';

const supplier = buildSupplier({ id: 7, name: 'Harbour' });
const deal = buildDeal({ dealId: 'D-1', supplierId: 7, floor: '1.50' });

function offer(overrides: Partial<SeenDeal> = {}, terms: Partial<DealTerms> = {}): SeenDeal {
  return {
    supplierId: 7,
    supplierName: 'Harbour',
    dealId: 'D-1',
    day: 1204,
    week: 9000,
    lastSeen: '2026-03-10T12:00:00.000Z',
    floorUsd: '1.50',
    terms: {
      floor: 1.5,
      currency: 'USD',
      at: 1,
      seats: [],
      adomains: [],
      forms: ['video'],
      isGuaranteed: false,
      isPrivate: false,
      ...terms,
    },
    ...overrides,
  };
}

const campaign = {
  row: buildCampaign({ dealIds: [1] }),
  advertiser: buildAdvertiser(),
  creatives: [buildCreative()],
};

/** A deal that works: everything is as it should be. */
function buildChecked(overrides: Partial<CheckedDeal> = {}): CheckedDeal {
  return {
    deal,
    zoneHours: 0,
    now: Date.parse('2026-03-10T12:34:56Z'),
    suppliers: [supplier],
    campaigns: [campaign],
    buyers: [],
    offers: [offer()],
    rates: createRates({ EUR: 1.2 }),
    counted: { bids: 10, wins: 4, reason: null },
    ...overrides,
  };
}

function find(name: DealCheckName, overrides: Partial<CheckedDeal>) {
  const { verdict, text, fix } = checkDeal(buildChecked(overrides)).find((check) => check.name === name) ?? {};
  return [verdict, text, fix && `${fix.entity}.${fix.id}.${fix.field}`];
}

test('of a deal that works every line is ok and says what was found', () => {
  const checks = checkDeal(buildChecked());
  expect(checks.map(({ name, verdict, text }) => `${name} ${verdict}: ${text}`)).toEqual([
    'status ok: It is active.',
    'seller ok: Harbour is active and live.',
    'traffic ok: Harbour offered it 1,204 times in the last 24 hours.',
    'campaign ok: Campaign 1 can bid.',
    'creative ok: Campaign 1 has an approved creative for video.',
    'floor ok: Campaign 1 bids $2.00; $1.50 is asked.',
    'price ok: It is sold for what is bid, as a private auction is.',
    'seats ok: It is for all seats.',
    'adomains ok: It is for the domains of all advertisers.',
    'bids ok: 10 bids in the last 24 hours, 4 told to be won.',
  ]);
  expect(checks.some(({ fix }) => fix)).toBe(false);
});

describe('in force', () => {
  test.each([
    [{ status: 0 as const }, 'It is paused.', 'status'],
    [{ endDate: '2026-03-09' }, 'It ended on 2026-03-09.', 'endDate'],
    [{ startDate: '2026-03-11' }, 'It begins on 2026-03-11.', 'startDate'],
  ])('not with %j', (changes, text, field) => {
    expect(find('status', { deal: { ...deal, ...changes } })).toEqual(['not', text, `deal.1.${field}`]);
  });
});

describe('its supplier', () => {
  test.each([
    [{ status: 0 as const }, 'Harbour is paused.', 'supplier.7.status'],
    [{ mode: 'test' as const }, 'Harbour is in test: nothing is bid.', 'supplier.7.mode'],
  ])('does not sell with %j', (changes, text, fix) => {
    expect(find('seller', { suppliers: [{ ...supplier, ...changes }] })).toEqual(['not', text, fix]);
  });

  test('may be any, or be gone', () => {
    expect(find('seller', { suppliers: [] })).toEqual(['not', 'Its supplier is archived.', 'deal.1.supplierId']);
    const any = { ...deal, supplierId: null };
    expect(find('seller', { deal: any })[1]).toBe('It is of any supplier; Harbour is live.');
    expect(find('seller', { deal: any, suppliers: [] })).toEqual(['not', 'No supplier is active and live.', undefined]);
  });
});

describe('requests', () => {
  test.each([
    [
      'offer an id that is nearly the same',
      [offer({ dealId: ' d-1' })],
      'No request offers it; requests offer “ d-1”, which differs by blanks.',
      'deal.1.dealId',
    ],
    [
      'of another supplier offer it',
      [offer({ supplierId: 8, supplierName: 'Pier', day: 1 })],
      'Its supplier does not offer it; Pier does, once in the last 24 hours.',
      'deal.1.supplierId',
    ],
    [
      'offered it once',
      [offer({ day: 0 })],
      'Harbour offered it last on 2026-03-10, not in the last 24 hours.',
      undefined,
    ],
    [
      'never offered it',
      [offer({ dealId: 'other' })],
      'No request offered it in the last seven days: the supplier has not sent it, or under another id.',
      'deal.1.dealId',
    ],
  ])('%s', (_, offers, text, fix) => {
    expect(find('traffic', { offers })).toEqual(['not', text, fix]);
  });

  test('cannot be told of while facts are away', () => {
    expect(find('traffic', { offers: null })[0]).toBe('unknown');
    expect(find('bids', { counted: null })[0]).toBe('unknown');
  });
});

describe('no campaign can bid', () => {
  test('where none uses it', () => {
    const found = checkDeal(buildChecked({ campaigns: [] }));
    expect(found.filter(({ verdict }) => verdict !== 'ok').map(({ name, verdict }) => [name, verdict])).toEqual([
      ['campaign', 'not'],
      ['creative', 'unknown'],
      ['floor', 'unknown'],
      ['adomains', 'unknown'],
    ]);
  });

  test.each([
    [{ status: 0 as const }, 'it is paused.', 'status'],
    [{ endDate: '2026-03-01' }, 'it ended on 2026-03-01.', 'endDate'],
    [{ startDate: '2026-04-01' }, 'it begins on 2026-04-01.', 'startDate'],
    [{ cappedUntil: '2026-03-11T00:00:00Z' }, 'its budget is used up for now.', 'spendPerDay'],
    [{ excludedSupplierIds: [7] }, 'it does not buy from the supplier.', 'supplierIds'],
  ])('with %j', (changes, text, field) => {
    const campaigns = [{ ...campaign, row: { ...campaign.row, ...changes } }];
    expect(find('campaign', { campaigns })).toEqual(['not', `Campaign 1: ${text}`, `campaign.1.${field}`]);
  });

  test('of an advertiser that is paused, or that the deal is not for', () => {
    const paused = [{ ...campaign, advertiser: buildAdvertiser({ status: 0 }) }];
    expect(find('campaign', { campaigns: paused })[2]).toBe('advertiser.1.status');
    expect(find('campaign', { deal: { ...deal, advertiserId: 2 } })).toEqual([
      'not',
      'Campaign 1: the deal is for another advertiser.',
      'campaign.1.dealIds',
    ]);
  });

  test('unless another one can', () => {
    const paused = { ...campaign, row: { ...campaign.row, id: 2, name: 'Paused', status: 0 as const } };
    expect(find('campaign', { campaigns: [paused, campaign] })).toEqual(['ok', 'Campaign 1 can bid.', undefined]);
    expect(find('campaign', { campaigns: [paused, paused] })[1]).toBe('None can bid. Paused: it is paused.');
  });
});

describe('no creative fits', () => {
  test.each([
    [
      'because none is approved',
      { review: 'pending' as const },
      'Campaign 1: its creative Creative 1 is not approved.',
      'creative.1.adomain',
    ],
    [
      'because none is active',
      { status: 0 as const },
      'Campaign 1 has no active creative for video.',
      'campaign.1.creativeIds',
    ],
  ])('%s', (_, changes, text, fix) => {
    const campaigns = [{ ...campaign, creatives: [buildCreative(changes)] }];
    expect(find('creative', { campaigns })).toEqual(['not', text, fix]);
  });

  test('because requests ask for another form', () => {
    expect(find('creative', { offers: [offer({}, { forms: ['banner', 'native'] })] })).toEqual([
      'not',
      'Requests ask for display or native; Campaign 1 shows video.',
      'campaign.1.type',
    ]);
  });
});

describe('bids are below the floor', () => {
  const bidding = (more: object) => [{ ...campaign, row: { ...campaign.row, ...more } }];

  test('of requests, in their currency', () => {
    const offers = [offer({}, { floor: 2, currency: 'EUR' })];
    expect(find('floor', { offers })).toEqual(['not', 'Campaign 1 bids $2.00; $2.40 is asked.', 'campaign.1.bid']);
    expect(find('floor', { offers: [offer({}, { currency: 'CHF' })] })[1]).toBe(
      'Harbour names its floor in CHF, of which no exchange rate is known.',
    );
  });

  test('after the margins of the campaign and of the supplier', () => {
    const found = find('floor', { campaigns: bidding({ margin: 10 }), suppliers: [{ ...supplier, margin: 20 }] });
    expect(found.slice(0, 2)).toEqual([
      'not',
      'Campaign 1 bids $2.00, $1.80 of it after its margin; $1.875 with the margin of Harbour is asked.',
    ]);
  });

  test('by the bid of its own that the deal has', () => {
    expect(find('floor', { campaigns: bidding({ dealBids: { 1: '1.00' } }) })).toEqual([
      'not',
      'Campaign 1 bids $1.00; $1.50 is asked.',
      'campaign.1.dealBids',
    ]);
  });

  test('but not where a goal may move them there', () => {
    const campaigns = bidding({ bidStrategy: 'vcr', goalVcr: 70, bid: '1.00', maxBid: '3.00' });
    expect(find('floor', { campaigns }).slice(0, 2)).toEqual(['ok', 'Campaign 1 bids $3.00; $1.50 is asked.']);
  });
});

describe('the kind of auction', () => {
  test.each([
    [3, false, 'private', 'Requests sell it at a fixed price; it is set up as a private auction.'],
    [2, false, 'preferred', 'Requests sell it by a second-price auction; it is set up as a preferred deal.'],
    [3, true, 'preferred', 'Requests sell it at a fixed price and guaranteed; it is set up as a preferred deal.'],
  ] as const)('does not agree: at %i, guaranteed %j, as %s', (at, isGuaranteed, type, text) => {
    const found = find('price', { deal: { ...deal, type }, offers: [offer({}, { at, isGuaranteed })] });
    expect(found).toEqual(['not', text, 'deal.1.type']);
  });

  test('agrees, or is not told', () => {
    const fixed = [offer({}, { at: 3 })];
    expect(find('price', { deal: { ...deal, type: 'preferred' }, offers: fixed })[0]).toBe('ok');
    expect(find('price', { offers: [offer({}, { at: 0 })] })[0]).toBe('unknown');
    expect(find('price', { offers: [offer({ terms: null })] })[0]).toBe('unknown');
  });
});

describe('a deal for some seats alone', () => {
  test.each([
    [['a', 'b'], '', 'It is for the seats a, b alone, and what Harbour calls us is not set.'],
    [['a'], 'b', 'It is for the seat a alone, and Harbour calls us b.'],
  ])('is not ours: %j as %j', (seats, seat, text) => {
    const suppliers = [{ ...supplier, seat }];
    expect(find('seats', { suppliers, offers: [offer({}, { seats })] })).toEqual(['not', text, 'supplier.7.seat']);
  });

  test('is ours where a supplier that offers it names us', () => {
    const suppliers = [supplier, buildSupplier({ id: 8, name: 'Pier', seat: 'b' })];
    const offers = [offer({}, { seats: ['a'] }), offer({ supplierId: 8, supplierName: 'Pier' }, { seats: ['a', 'b'] })];
    const found = ['ok', 'It is for the seats a, b; Pier calls us b.', undefined];
    expect(find('seats', { deal: { ...deal, supplierId: null }, suppliers, offers })).toEqual(found);
  });
});

test('a deal for some domains needs a creative of one of them', () => {
  const offers = (...adomains: string[]) => [offer({}, { adomains })];
  expect(find('adomains', { offers: offers('brand.example') }).slice(0, 2)).toEqual([
    'ok',
    'Creative 1 names brand.example, which is among brand.example.',
  ]);
  expect(find('adomains', { offers: offers('other.example') })).toEqual([
    'not',
    'It is for other.example alone; Creative 1 names brand.example.',
    'creative.1.adomain',
  ]);
});

test('without bids it says what became of those that came to nothing', () => {
  const reason = { code: 'below_deal_floor', text: 'Below the floor of the deal', count: 9 };
  expect(find('bids', { counted: { bids: 0, wins: 0, reason } })).toEqual([
    'not',
    'No bid was sent under it in the last 24 hours. Most that came to nothing: below the floor of the deal.',
    undefined,
  ]);
});

describe('a deal that we sell under', () => {
  const sold = buildDeal({ side: 'sell', adexchangeIds: [3], currency: 'EUR' });
  const buyers = [buildAdexchange({ id: 3, name: 'Buyer' })];

  test('is looked at for its buyers, its price and its bids', () => {
    const checks = checkDeal(buildChecked({ deal: sold, buyers }));
    expect(checks.map(({ name, verdict, text }) => `${name} ${verdict}: ${text}`)).toEqual([
      'status ok: It is active.',
      'price ok: Its price is told in EUR.',
      'buyers ok: Buyer may bid under it.',
      'bids ok: 10 bids in the last 24 hours, 4 told to be won.',
    ]);
  });

  test('is offered to nobody, or in a currency without a rate', () => {
    expect(find('buyers', { deal: sold })[2]).toBe('deal.1.tagIds');
    const paused = [{ ...buildAdexchange({ id: 3 }), status: 0 as const }];
    expect(find('buyers', { deal: sold, buyers: paused })[0]).toBe('not');
    expect(find('price', { deal: { ...sold, currency: 'CHF' }, buyers })[2]).toBe('deal.1.currency');
  });
});
