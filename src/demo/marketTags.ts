import type { Currency, PartnerParams } from '#model/index.ts';
import { buyerOfCode, demoBuyers, type DemoBuyer } from './rtb/buyers.ts';

/** A tag of the demo network that is sold through a marketplace: to a buyer by bid requests, or through a Prebid Server. */
export interface MarketTag {
  name: string;
  advertiser: string;
  /** The name that reports show. */
  marketplace: string;
  buyer: DemoBuyer;
  /** What of its row is no default. */
  row: Readonly<Record<string, unknown>>;
  isSecondPrice: boolean;
  /** The share of requests in the past that it answered with a bid; that of its buyer where nothing else is known. */
  pastShare?: number;
}

const [alpine, canal, meadow, quarry, lagoon] = demoBuyers;

function ofBuyer(
  buyer: DemoBuyer,
  kind: string,
  row: { currency?: Currency; auctionType?: 'second'; [field: string]: unknown },
  pastShare?: number,
): MarketTag {
  const { title } = buyer;
  return {
    name: `${title} – ${kind}`,
    advertiser: title,
    marketplace: title,
    buyer,
    row: { integration: 'RTB', marketplaceName: title, timeoutMs: 300, floor: '0.50', ...row },
    isSecondPrice: row.auctionType === 'second',
    ...(pastShare === undefined ? {} : { pastShare }),
  };
}

function ofPrebid(partner: string, code: string, name: string, partnerParams: PartnerParams): MarketTag {
  return {
    name: `${name} – through Prebid`,
    advertiser: 'Prebid partners',
    marketplace: name,
    buyer: buyerOfCode(code),
    row: {
      integration: 'PreBid',
      partner,
      partnerParams,
      marketplaceName: name,
      timeoutMs: 400,
      floor: '0.30',
      mediaTypes: ['video', 'banner'],
    },
    isSecondPrice: false,
  };
}

/** The tags of the demo that bids fill. */
export const marketTags: readonly MarketTag[] = [
  ofBuyer(alpine, 'first price', { isGzipped: true }),
  ofBuyer(meadow, 'second price', { auctionType: 'second', floor: '1.20' }),
  ofBuyer(canal, 'in euros', { currency: 'EUR', rtbVersion: '2.5' }),
  ofBuyer(quarry, 'deals only', { floor: '2.00' }, 0.12),
  ofBuyer(lagoon, 'sometimes slow', { timeoutMs: 250 }),
  ofPrebid('rubiconP', 'rubicon', 'Magnite', { accountId: 1001, siteId: 2002, zoneId: 3003 }),
  ofPrebid('pubmaticP', 'pubmatic', 'PubMatic', { publisherId: '156209' }),
  ofPrebid('ixP', 'ix', 'Index Exchange', { siteId: '715962' }),
];

/** What a bid tag needs of the platform: units of each currency for one US dollar. */
export const demoRates: readonly { currency: Currency; perUsd: string }[] = [
  { currency: 'EUR', perUsd: '0.92' },
  { currency: 'GBP', perUsd: '0.79' },
  { currency: 'CHF', perUsd: '0.88' },
];
