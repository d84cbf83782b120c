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
import type { DealTerms, ObservedDeal } from './dealsContract.ts';

const supplier = buildSupplier({ id: 7, name: 'Harbour' });
const deal = buildDeal({ dealId: 'D-1', supplierId: 7, floor: '1.50' });

function offer(overrides: Partial<ObservedDeal> = {}, terms: Partial<DealTerms> = {}): ObservedDeal {
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

/** A deal that works: every check passes. */
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

test('every check of a working deal is ok and says what it found', () => {
  const checks = checkDeal(buildChecked());
  expect(checks.map(({ name, verdict, text }) => `${name} ${verdict}: ${text}`)).toEqual([
    'status ok: The deal is active.',
    'seller ok: Harbour is active and live.',
    'traffic ok: Harbour offered it 1,204 times in the last 24 hours.',
    'campaign ok: Campaign 1 can bid.',
    'creative ok: Campaign 1 has an approved creative for video.',
    'floor ok: Campaign 1 bids $2.00. The floor is $1.50.',
    'price ok: The deal is sold in a first-price auction, which matches the deal type (private auction).',
    'seats ok: All seats are allowed.',
    'adomains ok: All advertiser domains are allowed.',
    'bids ok: 10 bids in the last 24 hours, 4 reported as won.',
  ]);
  expect(checks.some(({ fix }) => fix)).toBe(false);
});

describe('a deal is not in force', () => {
  test.each([
    [{ status: 0 as const }, 'The deal is paused.', 'status'],
    [{ endDate: '2026-03-09' }, 'The deal ended on 2026-03-09.', 'endDate'],
    [{ startDate: '2026-03-11' }, 'The deal starts on 2026-03-11.', 'startDate'],
  ])('with %j', (changes, text, field) => {
    expect(find('status', { deal: { ...deal, ...changes } })).toEqual(['not', text, `deal.1.${field}`]);
  });
});

describe('the supplier of a deal', () => {
  test.each([
    [{ status: 0 as const }, 'Harbour is paused.', 'supplier.7.status'],
    [{ mode: 'test' as const }, 'Harbour is in test mode, so no bids are sent.', 'supplier.7.mode'],
  ])('does not sell with %j', (changes, text, fix) => {
    expect(find('seller', { suppliers: [{ ...supplier, ...changes }] })).toEqual(['not', text, fix]);
  });

  test('may be any supplier, or be archived', () => {
    expect(find('seller', { suppliers: [] })).toEqual([
      'not',
      'The supplier of the deal is archived.',
      'deal.1.supplierId',
    ]);
    const any = { ...deal, supplierId: null };
    expect(find('seller', { deal: any })[1]).toBe('Any supplier can offer it. Live: Harbour.');
    expect(find('seller', { deal: any, suppliers: [] })).toEqual([
      'not',
      'No supplier is active and live.',
      'supplier.null.status',
    ]);
  });
});

describe('the traffic of a deal', () => {
  test.each([
    [
      'offer an id that is nearly the same',
      [offer({ dealId: ' d-1' })],
      'No request offers it. Requests offer “ d-1”, which differs only in spaces.',
      'deal.1.dealId',
    ],
    [
      'of another supplier offer it',
      [offer({ supplierId: 8, supplierName: 'Pier', day: 1 })],
      'The supplier of the deal does not offer it; Pier does, once in the last 24 hours.',
      'deal.1.supplierId',
    ],
    [
      'offered it only before the last 24 hours',
      [offer({ day: 0 })],
      'Harbour last offered it on 2026-03-10, not in the last 24 hours.',
      undefined,
    ],
    [
      'never offered it',
      [offer({ dealId: 'other' })],
      'No request offered it in the last seven days. The supplier does not send it, or sends it under another ID.',
      'deal.1.dealId',
    ],
  ])('is missing when requests %s', (_, offers, text, fix) => {
    expect(find('traffic', { offers })).toEqual(['not', text, fix]);
  });

  test('is unknown while facts are unavailable', () => {
    expect(find('traffic', { offers: null })[0]).toBe('unknown');
    expect(find('bids', { counted: null })[0]).toBe('unknown');
  });
});

describe('no campaign can bid', () => {
  test('when none uses it', () => {
    const found = checkDeal(buildChecked({ campaigns: [] }));
    expect(found.filter(({ verdict }) => verdict !== 'ok').map(({ name, verdict }) => [name, verdict])).toEqual([
      ['campaign', 'not'],
      ['creative', 'unknown'],
      ['floor', 'unknown'],
      ['adomains', 'unknown'],
    ]);
    expect(find('campaign', { campaigns: [] })[2]).toBe('campaign.null.dealIds');
  });

  test.each([
    [{ status: 0 as const }, 'is paused.', 'status'],
    [{ endDate: '2026-03-01' }, 'ended on 2026-03-01.', 'endDate'],
    [{ startDate: '2026-04-01' }, 'starts on 2026-04-01.', 'startDate'],
    [{ cappedUntil: '2026-03-11T00:00:00Z' }, 'has used up its budget for now.', 'spendPerDay'],
    [{ excludedSupplierIds: [7] }, 'does not buy from the supplier.', 'supplierIds'],
  ])('with %j', (changes, text, field) => {
    const campaigns = [{ ...campaign, row: { ...campaign.row, ...changes } }];
    expect(find('campaign', { campaigns })).toEqual(['not', `Campaign 1 ${text}`, `campaign.1.${field}`]);
  });

  test('when its advertiser is paused, or the deal is for another one', () => {
    const paused = [{ ...campaign, advertiser: buildAdvertiser({ status: 0 }) }];
    expect(find('campaign', { campaigns: paused })[2]).toBe('advertiser.1.status');
    expect(find('campaign', { deal: { ...deal, advertiserId: 2 } })).toEqual([
      'not',
      'Campaign 1 cannot use the deal, which is for another advertiser.',
      'campaign.1.dealIds',
    ]);
  });

  test('unless another one can', () => {
    const paused = { ...campaign, row: { ...campaign.row, id: 2, name: 'Paused', status: 0 as const } };
    expect(find('campaign', { campaigns: [paused, campaign] })).toEqual(['ok', 'Campaign 1 can bid.', undefined]);
    expect(find('campaign', { campaigns: [paused, paused] })[1]).toBe('No campaign can bid. Paused is paused.');
  });
});

describe('no creative fits', () => {
  test.each([
    [
      'because none is approved',
      { review: 'pending' as const },
      'Creative Creative 1 of Campaign 1 is not approved.',
      'creative.1.adomain',
    ],
    [
      'because none is active',
      { status: 0 as const },
      'Campaign 1 has no active video creative.',
      'campaign.1.creativeIds',
    ],
  ])('%s', (_, changes, text, fix) => {
    const campaigns = [{ ...campaign, creatives: [buildCreative(changes)] }];
    expect(find('creative', { campaigns })).toEqual(['not', text, fix]);
  });

  test('because requests require another form', () => {
    expect(find('creative', { offers: [offer({}, { forms: ['banner', 'native'] })] })).toEqual([
      'not',
      'Requests ask for display or native ads; Campaign 1 has video ads.',
      'campaign.1.type',
    ]);
  });
});

describe('bids are below the floor', () => {
  const bidding = (more: object) => [{ ...campaign, row: { ...campaign.row, ...more } }];

  test('of requests, in their currency', () => {
    const offers = [offer({}, { floor: 2, currency: 'EUR' })];
    expect(find('floor', { offers })).toEqual(['not', 'Campaign 1 bids $2.00. The floor is $2.40.', 'campaign.1.bid']);
    expect(find('floor', { offers: [offer({}, { currency: 'CHF' })] })[1]).toBe(
      'The floor of Harbour is in CHF, which has no exchange rate.',
    );
  });

  test('after the margins of campaign and supplier', () => {
    const found = find('floor', { campaigns: bidding({ margin: 10 }), suppliers: [{ ...supplier, margin: 20 }] });
    expect(found.slice(0, 2)).toEqual([
      'not',
      'Campaign 1 bids $2.00 ($1.80 after its margin). The floor is $1.88 with the margin of Harbour.',
    ]);
  });

  test('by less than a cent', () => {
    const offers = [offer({}, { floor: 1.874 })];
    expect(find('floor', { campaigns: bidding({ bid: '1.871' }), offers })[1]).toBe(
      'Campaign 1 bids $1.871. The floor is $1.874.',
    );
  });

  test('by the campaign’s bid for the deal', () => {
    expect(find('floor', { campaigns: bidding({ dealBids: { 1: '1.00' } }) })).toEqual([
      'not',
      'Campaign 1 bids $1.00. The floor is $1.50.',
      'campaign.1.dealBids',
    ]);
  });

  test('but not when a goal may raise them', () => {
    const campaigns = bidding({ bidStrategy: 'vcr', goalVcr: 70, bid: '1.00', maxBid: '3.00' });
    expect(find('floor', { campaigns }).slice(0, 2)).toEqual(['ok', 'Campaign 1 bids $3.00. The floor is $1.50.']);
  });
});

describe('the kind of auction', () => {
  test.each([
    [3, false, 'private', 'Requests offer it at a fixed price, but its type is private auction.'],
    [2, false, 'preferred', 'Requests offer it in a second-price auction, but its type is preferred deal.'],
    [3, true, 'preferred', 'Requests offer it at a fixed price and guaranteed, but its type is preferred deal.'],
  ] as const)('does not agree: at %i, guaranteed %j, as %s', (at, isGuaranteed, type, text) => {
    const found = find('price', { deal: { ...deal, type }, offers: [offer({}, { at, isGuaranteed })] });
    expect(found).toEqual(['not', text, 'deal.1.type']);
  });

  test('agrees, or is not declared', () => {
    const fixed = [offer({}, { at: 3 })];
    expect(find('price', { deal: { ...deal, type: 'preferred' }, offers: fixed })[0]).toBe('ok');
    expect(find('price', { offers: [offer({}, { at: 0 })] })[0]).toBe('unknown');
    expect(find('price', { offers: [offer({ terms: null })] })[0]).toBe('unknown');
  });
});

describe('a deal for some seats', () => {
  test.each([
    [['a', 'b'], '', 'Only seats a, b are allowed. Our seat at Harbour is not set.'],
    [['a'], 'b', 'Only seat a is allowed. Our seat at Harbour is b.'],
  ])('is not ours: %j as %j', (seats, seat, text) => {
    const suppliers = [{ ...supplier, seat }];
    expect(find('seats', { suppliers, offers: [offer({}, { seats })] })).toEqual(['not', text, 'supplier.7.seat']);
  });

  test('is ours when one of its suppliers allows our seat', () => {
    const suppliers = [supplier, buildSupplier({ id: 8, name: 'Pier', seat: 'b' })];
    const offers = [offer({}, { seats: ['a'] }), offer({ supplierId: 8, supplierName: 'Pier' }, { seats: ['a', 'b'] })];
    const found = ['ok', 'Our seat at Pier, b, is allowed (seats a, b).', undefined];
    expect(find('seats', { deal: { ...deal, supplierId: null }, suppliers, offers })).toEqual(found);
  });
});

test('a deal for some advertiser domains needs a creative of one of them', () => {
  const offers = (...adomains: string[]) => [offer({}, { adomains })];
  expect(find('adomains', { offers: offers('brand.example') }).slice(0, 2)).toEqual([
    'ok',
    'The domain of Creative 1, brand.example, is allowed (brand.example).',
  ]);
  expect(find('adomains', { offers: offers('other.example') })).toEqual([
    'not',
    'Only other.example is allowed. The domain of Creative 1 is brand.example.',
    'creative.1.adomain',
  ]);
});

test('without bids sent, the check names the top loss reason and links to where buyers of the deal are selected', () => {
  const reason = { code: 'below_deal_floor', text: 'Below the floor of the deal', count: 9 };
  expect(find('bids', { counted: { bids: 0, wins: 0, reason } })).toEqual([
    'not',
    'No bid was sent under it in the last 24 hours. Top loss reason: below the floor of the deal.',
    'campaign.1.dealIds',
  ]);
  const counted = { bids: 0, wins: 0, reason: null };
  expect(find('bids', { counted, campaigns: [] })[2]).toBe('campaign.null.dealIds');
  expect(find('bids', { counted, deal: buildDeal({ side: 'sell', tagIds: [2] }) })[2]).toBe('deal.1.tagIds');
  expect(find('bids', { counted, deal: buildDeal({ side: 'sell', adexchangeIds: [3] }) })[2]).toBe(
    'deal.1.adexchangeIds',
  );
});

describe('a deal on the sell side', () => {
  const sold = buildDeal({ side: 'sell', adexchangeIds: [3], currency: 'EUR' });
  const buyers = [buildAdexchange({ id: 3, name: 'Buyer' })];

  test('is checked for its buyers, price and bids', () => {
    const checks = checkDeal(buildChecked({ deal: sold, buyers }));
    expect(checks.map(({ name, verdict, text }) => `${name} ${verdict}: ${text}`)).toEqual([
      'status ok: The deal is active.',
      'price ok: The deal price is sent in EUR.',
      'buyers ok: Buyer can bid under it.',
      'bids ok: 10 bids in the last 24 hours, 4 reported as won.',
    ]);
  });

  test('fails without active buyers, or with a currency that has no exchange rate', () => {
    expect(find('buyers', { deal: buildDeal({ side: 'sell' }) })[2]).toBe('deal.1.tagIds');
    expect(find('buyers', { deal: sold })[2]).toBe('deal.1.adexchangeIds');
    const paused = [{ ...buildAdexchange({ id: 3 }), status: 0 as const }];
    expect(find('buyers', { deal: sold, buyers: paused })[0]).toBe('not');
    expect(find('price', { deal: { ...sold, currency: 'CHF' }, buyers })[2]).toBe('deal.1.currency');
  });
});
