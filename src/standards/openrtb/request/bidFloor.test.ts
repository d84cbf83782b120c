import { describe, expect, test } from 'vitest';
import { createRates } from '../currency.ts';
import { bidFloor, hasDealFloor, type Floor } from './bidFloor.ts';
import type { Deal, Imp, MediaType, Video } from '../types.ts';

const rates = createRates({ EUR: 1.1, GBP: 1.3, JPY: 0.007 });
const mimes = ['video/mp4'];
const ranges = [
  { maxdur: 15, bidfloor: 5 },
  { mindur: 16, maxdur: 30, bidfloor: 10 },
  { mindur: 31, bidfloor: 20 },
];

function floor(
  imp: Partial<Imp>,
  deal: Partial<Deal> | null = null,
  durationS: number | null = null,
  mediaType?: MediaType,
): Floor {
  return bidFloor({ id: '1', ...imp }, deal && { id: 'd1', ...deal }, durationS, rates, mediaType);
}

const usd = (amount: number): Floor => ({ amount, currency: 'USD' });
const eur = (amount: number): Floor => ({ amount, currency: 'EUR' });
const video = (offer: Partial<Video>, bidfloor?: number): Partial<Imp> => ({
  bidfloorcur: 'EUR',
  video: { mimes, ...offer },
  ...(bidfloor === undefined ? {} : { bidfloor }),
});

describe('OpenRTB 2.6, 3.2.4 and 3.2.35: the floor of an open bid', () => {
  test.each<[string, Partial<Imp>, number | null, Floor]>([
    ['is zero dollars where none is named', {}, null, usd(0)],
    ["is the impression's", { bidfloor: 1.5, bidfloorcur: 'EUR' }, null, eur(1.5)],
    ['is in dollars where no currency is named', { bidfloor: 1.5 }, null, usd(1.5)],
    ['grows by the second', video({ mincpmpersec: 0.3 }, 8), 15, eur(4.5)],
    ['grows by the second of audio', { bidfloor: 8, audio: { mimes, mincpmpersec: 0.1 } }, 30, usd(3)],
    ['has no floating-point noise', video({ mincpmpersec: 0.1 }), 3, eur(0.3)],
    ['is that of the matching duration range', video({ durfloors: ranges }, 8), 15, eur(5)],
    ['is that of a range at its upper end', video({ durfloors: ranges }, 8), 30, eur(10)],
    ['is that of the open-ended range', video({ durfloors: ranges }, 8), 600, eur(20)],
    ["is the impression's outside of all ranges", video({ durfloors: [{ maxdur: 15, bidfloor: 5 }] }, 8), 20, eur(8)],
    ['is zero in a range without a price', video({ durfloors: [{ maxdur: 15 }] }, 8), 10, eur(0)],
    [
      'is the lowest of overlapping ranges',
      video({
        durfloors: [
          { maxdur: 20, bidfloor: 9 },
          { mindur: 10, bidfloor: 7 },
        ],
      }),
      15,
      eur(7),
    ],
  ])('%s', (_, imp, durationS, expected) => {
    expect(floor(imp, null, durationS)).toEqual(expected);
  });

  test.each<[string, Partial<Video>, number]>([
    ['the longest ad', { mincpmpersec: 0.3, minduration: 10, maxduration: 30 }, 9],
    ['an ad that is extended', { mincpmpersec: 0.3, maxduration: 20, maxextended: 10 }, 9],
    [
      'an ad as long as the maximum where extensions have no limit',
      { mincpmpersec: 0.3, minduration: 10, maxduration: 20, maxextended: -1 },
      6,
    ],
    ['the same without a minimum', { mincpmpersec: 0.3, maxduration: 20, maxextended: -1 }, 6],
    ['an ad as long as the pod where extensions have no limit', { mincpmpersec: 0.3, poddur: 30, maxextended: -1 }, 9],
    ['an ad as long as the pod', { mincpmpersec: 0.3, maxduration: 0, poddur: 20 }, 6],
    ['the shortest ad where there is no maximum', { mincpmpersec: 0.3, minduration: 10 }, 3],
    ['the longest required duration', { mincpmpersec: 0.3, rqddurs: [30, 15] }, 9],
    ['the most expensive range that the offer allows', { durfloors: ranges, maxduration: 30 }, 10],
    ['the most expensive range without a maximum', { durfloors: ranges }, 20],
    [
      'a range that is not the longest',
      {
        durfloors: [
          { maxdur: 15, bidfloor: 9 },
          { mindur: 16, bidfloor: 3 },
        ],
      },
      9,
    ],
    [
      "the impression's for durations between the ranges",
      { durfloors: [{ maxdur: 5, bidfloor: 2 }, { mindur: 9 }] },
      8,
    ],
    ["the impression's where no duration is known at all", { mincpmpersec: 0.3 }, 8],
  ])('OpenRTB 2.6, 3.2.35: for an unknown duration is that of %s', (_, offer, amount) => {
    expect(floor(video(offer, 8))).toEqual(eur(amount));
  });

  test('follows the media type of the bid', () => {
    const imp: Partial<Imp> = {
      bidfloor: 1,
      banner: {},
      video: { mimes, mincpmpersec: 0.3 },
      audio: { mimes, mincpmpersec: 0.1 },
    };
    expect(floor(imp, null, 10, 'video')).toEqual(usd(3));
    expect(floor(imp, null, 10, 'audio')).toEqual(usd(1));
    expect(floor(imp, null, 10, 'banner')).toEqual(usd(1));
    expect(floor(imp, null, 10)).toEqual(usd(3));
  });
});

describe('OpenRTB 2.6, 3.2.12: the floor of a bid with a deal', () => {
  const imp: Partial<Imp> = { bidfloor: 8, bidfloorcur: 'EUR', video: { mimes, mincpmpersec: 1 } };

  test.each<[string, Partial<Deal>, number | null, Floor]>([
    ["is the deal's, in dollars and not in the currency of the impression", { bidfloor: 2 }, 15, usd(2)],
    ['is in the currency of the deal', { bidfloor: 2, bidfloorcur: 'GBP' }, 15, { amount: 2, currency: 'GBP' }],
    ['is zero where the deal says so', { bidfloor: 0 }, 15, usd(0)],
    ['grows by the second', { mincpmpersec: 0.2, bidfloor: 9 }, 15, usd(3)],
    ['is that of the matching duration range', { durfloors: ranges, bidfloor: 9 }, 16, usd(10)],
    ["is the deal's outside of all ranges", { durfloors: [{ maxdur: 15, bidfloor: 5 }], bidfloor: 9 }, 20, usd(9)],
    ['is that of video where the deal names none', {}, 15, eur(15)],
    ['is that of video, in its currency, where the deal only names a currency', { bidfloorcur: 'GBP' }, 15, eur(15)],
  ])('%s', (_, deal, durationS, expected) => {
    expect(floor(imp, deal, durationS)).toEqual(expected);
  });

  test.each<[string, string, string, Floor]>([
    ['the deal', 'JPY', 'USD', usd(20)],
    ['the impression', 'USD', 'JPY', usd(30)],
    ['a currency without a rate', 'XAF', 'USD', { amount: 30, currency: 'XAF' }],
  ])('for an unknown duration is the higher one by the rates: that of %s', (_, bidfloorcur, dealCurrency, expected) => {
    const offer = { bidfloor: 30, bidfloorcur, video: { mimes, maxduration: 30 } };
    const deal = { bidfloorcur: dealCurrency, durfloors: [{ maxdur: 15, bidfloor: 20 }] };
    expect(floor(offer, deal)).toEqual(expected);
  });

  test('does not rise with duration for a banner', () => {
    expect(floor({ ...imp, banner: {} }, { mincpmpersec: 1, bidfloor: 2 }, 15, 'banner')).toEqual(usd(2));
  });

  test.each<[string, Partial<Imp>, Partial<Deal>, number | null, MediaType | undefined, boolean]>([
    ['any ad at its plain floor', {}, { bidfloor: 0 }, null, 'native', true],
    ['no ad without floors', imp, { durfloors: [] }, 15, 'video', false],
    ['a duration by the second', imp, { mincpmpersec: 0.2 }, 15, 'video', true],
    ['a duration in its ranges', imp, { durfloors: ranges.slice(0, 1) }, 15, 'video', true],
    ['no duration outside of its ranges', imp, { durfloors: ranges.slice(0, 1) }, 16, 'video', false],
    ['no banner by the second', { banner: {} }, { mincpmpersec: 0.2 }, null, 'banner', false],
    [
      'unknown durations by the second',
      { video: { mimes, maxduration: 30 } },
      { mincpmpersec: 0.2 },
      null,
      'video',
      true,
    ],
    ['no unknown duration without a limit', { video: { mimes } }, { mincpmpersec: 0.2 }, null, 'video', false],
    [
      'unknown durations where its ranges cover all',
      { video: { mimes, maxduration: 30 } },
      { durfloors: ranges },
      null,
      'video',
      true,
    ],
    [
      'no unknown duration that may be outside of them',
      { video: { mimes, maxduration: 30 } },
      { durfloors: ranges.slice(0, 1) },
      null,
      'video',
      false,
    ],
  ])('OpenRTB 2.6, 3.2.12: replaces that of the imp for %s', (_, offer, deal, durationS, mediaType, expected) => {
    expect(hasDealFloor(offer, { id: 'd1', ...deal }, durationS, mediaType)).toBe(expected);
  });
});
