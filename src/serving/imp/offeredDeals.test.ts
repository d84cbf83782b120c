import { describe, expect, test } from 'vitest';
import type { Deal, Imp } from '#standards/openrtb/types.ts';
import { createDealDeduplicator, type DealDeduplicator } from './offeredDeals.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

function impWith(deals: Deal[], more: Partial<Imp> = {}): Imp {
  return { id: '1', video: { mimes: ['video/mp4'] }, pmp: { deals }, ...more };
}

function idsSeen(
  deduplicator: DealDeduplicator,
  ids: readonly string[],
  { supplierId = 7, at = 0, setUp = [''] } = {},
): string[] {
  const imp = impWith(ids.map((id) => ({ id })));
  return (deduplicator.takeOffered(imp, { id: supplierId, seat: '' }, (id) => setUp.includes(id), at) ?? []).map(
    ({ deal }) => deal,
  );
}

test('the first offer of a deal has its terms, later ones only its ID for ten minutes', () => {
  const deduplicator = createDealDeduplicator();
  const terms: Deal = {
    id: 'D-1',
    bidfloor: 4.5,
    bidfloorcur: 'EUR',
    at: 3,
    wseat: ['a', 'b'],
    wadomain: ['x.example'],
  };
  const imp = impWith([{ ...terms, guar: 1 }], { banner: { w: 300, h: 250 } });
  const seen = (at: number) => deduplicator.takeOffered(imp, { id: 7, seat: '' }, () => false, at);
  const reportedTerms = {
    floor: 4.5,
    currency: 'EUR',
    at: 3,
    seats: 'a,b',
    adomains: 'x.example',
    forms: 'banner,video',
    isGuaranteed: true,
    isPrivate: false,
  };
  expect(seen(0)).toEqual([{ deal: 'D-1', terms: reportedTerms }]);
  expect(seen(9 * minuteMs)).toEqual([{ deal: 'D-1' }]);
  expect(seen(10 * minuteMs)).toEqual([{ deal: 'D-1', terms: reportedTerms }]);
});

test('our seat is recorded first among many', () => {
  const wseat = Array.from({ length: 100 }, (_, at) => `buyer-${at}`);
  const imp = impWith([{ id: 'D-1', wseat }]);
  const [offered] = createDealDeduplicator().takeOffered(imp, { id: 7, seat: 'buyer-99' }, () => false, 0) ?? [];
  expect(offered?.terms?.seats.startsWith('buyer-99,buyer-0,buyer-1,')).toBe(true);
  expect(offered?.terms?.seats).toHaveLength(500);
});

test('an offer without terms is in US dollars without a floor', () => {
  const imp = impWith([{ id: 'D-1' }], { pmp: { private_auction: 1, deals: [{ id: 'D-1' }] } });
  expect(createDealDeduplicator().takeOffered(imp, { id: 7, seat: '' }, () => false, 0)).toEqual([
    {
      deal: 'D-1',
      terms: {
        floor: 0,
        currency: 'USD',
        at: 0,
        seats: '',
        adomains: '',
        forms: 'video',
        isGuaranteed: false,
        isPrivate: true,
      },
    },
  ]);
});

test('an imp without deals records nothing', () => {
  expect(createDealDeduplicator().takeOffered({ id: '1', banner: {} }, { id: 7, seat: '' }, () => false, 0)).toBe(
    undefined,
  );
  expect(createDealDeduplicator().takeOffered(impWith([]), { id: 7, seat: '' }, () => false, 0)).toBe(undefined);
});

describe('the ids of offered deals are bounded', () => {
  test('beyond the daily limit of a supplier they are counted together, except those that are set up', () => {
    const deduplicator = createDealDeduplicator(2);
    expect(idsSeen(deduplicator, ['a', 'b', 'c', 'd'], { setUp: ['d'] })).toEqual(['a', 'b', '', 'd']);
    expect(idsSeen(deduplicator, ['c', 'a'])).toEqual(['', 'a']);
    expect(idsSeen(deduplicator, ['c'], { supplierId: 8 })).toEqual(['c']);
    expect(idsSeen(deduplicator, ['c'], { at: dayMs })).toEqual(['c']);
  });

  test('fifty per imp are counted separately', () => {
    const ids = Array.from({ length: 60 }, (_, index) => `deal-${index}`);
    const seen = idsSeen(createDealDeduplicator(), ids);
    expect(seen).toEqual([...ids.slice(0, 50), '']);
  });

  test('each counts once per imp, and one that cannot be stored unchanged counts with the others', () => {
    const seen = idsSeen(createDealDeduplicator(), ['a', 'a', 'x'.repeat(101), 'line\nbreak', '\ud800', ' blanks ']);
    expect(seen).toEqual(['a', '', ' blanks ']);
  });
});
