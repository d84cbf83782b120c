import { describe, expect, test } from 'vitest';
import { readBidRequest } from '#standards/openrtb/request/readBidRequest.ts';
import { buildSlotConfig, page } from '#tests/support/adtag/buildSlotConfig.ts';
import type { Size } from '../readSizes.ts';
import type { BannerRequest } from './bannerRequest.ts';
import { bidRequestOf } from './bidRequestOf.ts';
import { readBids } from './readBids.ts';

const sizes: Size[] = [
  [300, 250],
  [320, 50],
];
const banner = (params: Record<string, string> = {}, privacy: Record<string, string> = {}): BannerRequest => ({
  slotConfig: buildSlotConfig({ params }),
  privacy,
  page,
  sizes,
});

/** The request as the ad server parses it. */
function requestFor(banners: BannerRequest[]) {
  const read = readBidRequest(JSON.parse(JSON.stringify(bidRequestOf('r1', banners))));
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.request;
}

describe('a bid request', () => {
  test('has one imp per banner with its channel as tagid, and declares the page', () => {
    expect(requestFor([banner(), banner()])).toMatchObject({
      id: 'r1',
      tmax: 2000,
      site: { page: 'https://news.example/a?b=1&c=2' },
      device: { w: 1920, h: 1080, language: 'en' },
      imp: [
        {
          id: '1',
          tagid: 'channel1',
          secure: 1,
          banner: {
            format: [
              { w: 300, h: 250 },
              { w: 320, h: 50 },
            ],
          },
        },
        { id: '2' },
      ],
    });
  });

  test('has a field for every standard tag parameter', () => {
    const params = {
      url: 'https://other.example/',
      ref: 'https://search.example/',
      pubid: 'p1',
      keywords: 'a,b',
      user_id: 'u1',
      bidfloor: '1.5',
      deal: 'd1,d2',
      gdpr: '1',
      consent: 'C1',
      gpp: 'DB~1',
      gpp_sid: '7,8',
      us_privacy: '1YNN',
      coppa: '0',
      gpc: '1',
      section: 'sports',
    };
    const { site, regs, user, imp } = requestFor([banner(params)]);
    expect(site).toMatchObject({
      page: 'https://other.example/',
      ref: 'https://search.example/',
      keywords: 'a,b',
      publisher: { id: 'p1' },
    });
    expect(regs).toEqual({ gdpr: 1, coppa: 0, us_privacy: '1YNN', gpp: 'DB~1', gpp_sid: [7, 8], ext: { gpc: '1' } });
    expect(user).toEqual({ id: 'u1', consent: 'C1' });
    expect(imp[0]).toMatchObject({
      bidfloor: 1.5,
      pmp: { deals: [{ id: 'd1' }, { id: 'd2' }] },
      ext: { data: { section: 'sports' } },
    });
  });

  test('sends the consent platform’s values unless the page sets its own', () => {
    const { regs, user } = requestFor([
      banner({ us_privacy: '1YYN' }, { us_privacy: '1---', gdpr: '0', gdpr_consent: 'C2' }),
    ]);
    expect([regs, user]).toEqual([{ gdpr: 0, us_privacy: '1YYN' }, { consent: 'C2' }]);
  });

  test('omits unknown values', () => {
    const { regs, user, imp } = requestFor([banner({ bidfloor: 'low' })]);
    expect([regs, user, imp[0]?.bidfloor, imp[0]?.ext]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('bids of a response', () => {
  test('the highest bid per imp wins, with its price filled into the markup', () => {
    const bid = (impid: string, price: number, adm: string) => ({ impid, price, adm, w: 300, h: 250 });
    const answer = {
      seatbid: [
        { bid: [bid('1', 1, 'low'), bid('2', 0, 'free')] },
        {
          bid: [
            { ...bid('1', 2.5, 'high ${AUCTION_PRICE}'), nurl: 'https://ads.example/n?p=${AUCTION_PRICE}' },
            bid('1', 3, ''),
          ],
        },
      ],
    };
    const bids = readBids(JSON.stringify(answer));
    expect(bids.get('1')).toEqual({
      markup: 'high 2.5',
      width: 300,
      height: 250,
      winNoticeUrl: 'https://ads.example/n?p=2.5',
      billingNoticeUrl: '',
    });
    expect(bids.get('2')?.markup).toBe('free');
  });

  test.each(['null', '{}', '{"seatbid":[{}]}'])('%s has none', (text) => {
    expect(readBids(text).size).toBe(0);
  });
});
