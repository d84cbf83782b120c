import { describe, expect, test } from 'vitest';
import type { Deal, Imp } from '#standards/openrtb/types.ts';
import { createDealDeduplicator, type DealDeduplicator } from './offeredDeals.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

function impWith(deals: Deal[], more: Partial<Imp> = {}): Imp {
  return { id: '1', video: { mimes: ['video/mp4'] }, pmp: { deals }, ...more };
}

function idsSeen(
  memory: DealDeduplicator,
  ids: readonly string[],
  { supplierId = 7, at = 0, setUp = [''] } = {},
): string[] {
  const imp = impWith(ids.map((id) => ({ id })));
  return (memory.takeOffered(imp, { id: supplierId, seat: '' }, (id) => setUp.includes(id), at) ?? []).map(
    ({ deal }) => deal,
  );
}

test('the first offer of a deal tells its terms, later ones its id alone until ten minutes are over', () => {
  const memory = createDealDeduplicator();
  const terms: Deal = {
    id: 'D-1',
    bidfloor: 4.5,
    bidfloorcur: 'EUR',
    at: 3,
    wseat: ['a', 'b'],
    wadomain: ['x.example'],
  };
  const imp = impWith([{ ...terms, guar: 1 }], { banner: { w: 300, h: 250 } });
  const seen = (at: number) => memory.takeOffered(imp, { id: 7, seat: '' }, () => false, at);
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
  expect(seen(0)).toEqual([{ deal: 'D-1', told: reportedTerms }]);
  expect(seen(9 * minuteMs)).toEqual([{ deal: 'D-1' }]);
  expect(seen(10 * minuteMs)).toEqual([{ deal: 'D-1', told: reportedTerms }]);
});

test('of ever so many seats ours is told', () => {
  const wseat = Array.from({ length: 100 }, (_, at) => `buyer-${at}`);
  const imp = impWith([{ id: 'D-1', wseat }]);
  const [offered] = createDealDeduplicator().takeOffered(imp, { id: 7, seat: 'buyer-99' }, () => false, 0) ?? [];
  expect(offered?.told?.seats.startsWith('buyer-99,buyer-0,buyer-1,')).toBe(true);
  expect(offered?.told?.seats).toHaveLength(500);
});

test('an offer without terms is one in US dollars without a floor', () => {
  const imp = impWith([{ id: 'D-1' }], { pmp: { private_auction: 1, deals: [{ id: 'D-1' }] } });
  expect(createDealDeduplicator().takeOffered(imp, { id: 7, seat: '' }, () => false, 0)).toEqual([
    {
      deal: 'D-1',
      told: {
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

test('an impression without deals tells nothing', () => {
  expect(createDealDeduplicator().takeOffered({ id: '1', banner: {} }, { id: 7, seat: '' }, () => false, 0)).toBe(
    undefined,
  );
  expect(createDealDeduplicator().takeOffered(impWith([]), { id: 7, seat: '' }, () => false, 0)).toBe(undefined);
});

describe('ids are bounded', () => {
  test('beyond so many of a supplier and day they are counted together, but for those that are set up', () => {
    const memory = createDealDeduplicator(2);
    expect(idsSeen(memory, ['a', 'b', 'c', 'd'], { setUp: ['d'] })).toEqual(['a', 'b', '', 'd']);
    expect(idsSeen(memory, ['c', 'a'])).toEqual(['', 'a']);
    expect(idsSeen(memory, ['c'], { supplierId: 8 })).toEqual(['c']);
    expect(idsSeen(memory, ['c'], { at: dayMs })).toEqual(['c']);
  });

  test('of one impression fifty are told apart', () => {
    const ids = Array.from({ length: 60 }, (_, index) => `deal-${index}`);
    const seen = idsSeen(createDealDeduplicator(), ids);
    expect(seen).toEqual([...ids.slice(0, 50), '']);
  });

  test('each counts once an impression, and one that cannot be kept as it is counts with the others', () => {
    const seen = idsSeen(createDealDeduplicator(), ['a', 'a', 'x'.repeat(101), 'line\nbreak', '\ud800', ' blanks ']);
    expect(seen).toEqual(['a', '', ' blanks ']);
  });
});
