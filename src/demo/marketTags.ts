import type { Currency, PartnerParams } from '#model/index.ts';
import { buyerOfCode, demoBuyers, type DemoBuyer } from './rtb/buyers.ts';

/** A demo tag that is sold through a marketplace: to a buyer over OpenRTB, or through a Prebid Server. */
export interface MarketTag {
  name: string;
  advertiser: string;
  /** The marketplace's name in reports. */
  marketplace: string;
  buyer: DemoBuyer;
  /** Fields of its row that differ from the defaults. */
  row: Readonly<Record<string, unknown>>;
  isSecondPrice: boolean;
  /** The share of past requests that it answered with a bid; by default its buyer's `bidShare`. */
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

/** The demo tags that are filled by bids. */
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

/** The exchange rates that bid tags need: units of each currency per US dollar. */
export const demoRates: readonly { currency: Currency; perUsd: string }[] = [
  { currency: 'EUR', perUsd: '0.92' },
  { currency: 'GBP', perUsd: '0.79' },
  { currency: 'CHF', perUsd: '0.88' },
];
