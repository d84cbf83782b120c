import { preBidPartners } from '#model/reference/partners/preBidPartners.ts';
import { hashText } from '#standards/vast/hashText.ts';
import { demoCreatives, type DemoCreative } from '../demoCreatives.ts';

/** The formats that the demo's buyers have ads for. */
export type BuyerFormat = 'banner' | 'video' | 'native';

/** The currencies of the demo's buyers. */
export type BuyerCurrency = 'USD' | 'EUR';

/** A buyer that responds to bid requests. */
export interface DemoBuyer {
  /** The last part of its endpoint's path. */
  name: string;
  title: string;
  /** Its seat in responses, compared with the seats that requests allow or block. */
  seat: string;
  /** Currency of its bids, whatever the request prefers. */
  currency: BuyerCurrency;
  /** Mean CPM by format, before the country factor; it does not bid on formats that are absent. */
  meanCpm: Readonly<Partial<Record<BuyerFormat, number>>>;
  creatives: readonly DemoCreative[];
  /** The share of imps that it bids on. */
  bidShare: number;
  /** The deals that it buys under, with its mean CPM there; a buyer with deals bids only under them. */
  deals: Readonly<Record<string, number>>;
  /** True when its video ads are wrappers of another server's tag. */
  sendsWrappers: boolean;
  /** The share of requests to which it responds after every timeout. */
  slowShare: number;
  /** Its no-bid response: 204, or a reason. */
  noBid: 'nothing' | 'reason';
}

const ordinary = { deals: {}, sendsWrappers: false, slowShare: 0, noBid: 'nothing' } as const;

/** The deals that the demo's publisher has agreed with Quarry Direct. */
export const demoDeals = { frontPage: 'DN-FRONT-2026', preRoll: 'DN-PREROLL-2026' } as const;

/** The buyers with which the demo account is integrated directly. */
export const demoBuyers = [
  {
    ...ordinary,
    name: 'alpine',
    title: 'Alpine Reach',
    seat: 'alpine-1',
    currency: 'USD',
    meanCpm: { banner: 1.8, video: 5.4, native: 1.4 },
    creatives: ['coffee', 'bikes', 'travel'],
    bidShare: 0.85,
  },
  {
    ...ordinary,
    name: 'canal',
    title: 'Canal Demand',
    seat: 'canal-eu',
    currency: 'EUR',
    meanCpm: { banner: 1.6, video: 5.8 },
    creatives: ['travel', 'bikes'],
    bidShare: 0.7,
    sendsWrappers: true,
    noBid: 'reason',
  },
  {
    ...ordinary,
    name: 'meadow',
    title: 'Meadow Media',
    seat: 'meadow',
    currency: 'USD',
    meanCpm: { banner: 2.3, video: 7.2 },
    creatives: ['bikes', 'coffee'],
    bidShare: 0.6,
  },
  {
    ...ordinary,
    name: 'quarry',
    title: 'Quarry Direct',
    seat: 'quarry-direct',
    currency: 'USD',
    meanCpm: { banner: 4.6, video: 12 },
    creatives: ['travel'],
    bidShare: 0.95,
    deals: { [demoDeals.frontPage]: 5.2, [demoDeals.preRoll]: 13 },
  },
  {
    ...ordinary,
    name: 'lagoon',
    title: 'Lagoon Mobile',
    seat: 'lagoon',
    currency: 'USD',
    meanCpm: { banner: 1.1, video: 4.8, native: 2.1 },
    creatives: ['coffee', 'travel'],
    bidShare: 0.75,
    slowShare: 0.12,
  },
] as const satisfies readonly DemoBuyer[];

/** The bidder codes that the Prebid Server stand-in knows: those of the partner catalog. */
export const prebidCodes: readonly string[] = preBidPartners.map(({ id, variantOf }) => variantOf ?? id);

/** The buyer behind a Prebid bidder code; its behavior is derived from the code. */
export function buyerOfCode(code: string): DemoBuyer {
  const digit = (at: number) => Number.parseInt(hashText(code).charAt(at), 16) / 15;
  const first = Math.floor(digit(3) * (demoCreatives.length - 1));
  return {
    ...ordinary,
    name: `prebid-${code}`,
    title: code,
    seat: code,
    currency: 'USD',
    meanCpm: { banner: 0.9 + digit(0) * 1.4, video: 3.5 + digit(1) * 3.5, native: 0.8 + digit(2) },
    creatives: [...demoCreatives.slice(first), ...demoCreatives.slice(0, first)].slice(0, 3).map(({ key }) => key),
    bidShare: 0.5 + digit(4) * 0.4,
    slowShare: 0.03,
  };
}
