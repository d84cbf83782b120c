import type { FactRow } from '#events/load/factRows.ts';
import { nanosPerImpression, shareOf, verificationVendorBits, type ChannelRow } from '#model/index.ts';
import type { DemoChannel } from '../demoChannels.ts';
import { demoNetwork } from '../demoNetwork.ts';
import type { SeededNetwork } from '../seed.ts';
import { partOf } from './apportion.ts';
import type { WinShare } from './auctionShares.ts';

/** Price factors of bids by country of the viewer. */
const countryFactors: Readonly<Record<string, number>> = { US: 1.12, CH: 1.2, GB: 1.06, DE: 1, AT: 0.96, FR: 0.92 };
const factorElsewhere = 0.68;

/** The amounts of a number of impressions of an ad by viewers in a country. */
export type Pricing = (
  win: Pick<WinShare, 'rate' | 'marketplace'>,
  country: string,
  imps: number,
  random: () => number,
) => Partial<FactRow>;

/** The pricing of a channel's ads: revenue, cost by the cost model of the channel or its sub-publisher, and fees. */
export function createPricing(
  { account, subpublishers }: Pick<SeededNetwork, 'account' | 'subpublishers'>,
  { plan, channel }: { plan: DemoChannel; channel: ChannelRow },
): Pricing {
  const partner = subpublishers.find((each) => each.id === channel.subpublisherId);
  const { costModel, costShare, costCpm } =
    channel.costModel === 'inherit' ? (partner ?? { costModel: 'none', costShare: 0, costCpm: '0' }) : channel;
  const fixed = nanosPerImpression(costCpm);
  const costOf = (rev: number): number => {
    const share = shareOf(rev, Math.round(costShare * 100));
    const costs: Record<string, number> = { share, floor: Math.max(share, fixed), cpm: fixed };
    return costs[costModel] ?? 0;
  };
  const priceImp = nanosPerImpression(account.priceImp);
  const fee = nanosPerImpression(account.pricePostbid);
  const vendors =
    (plan.row?.['postbidPix'] ? verificationVendorBits.pix : 0) +
    (plan.row?.['postbidWh'] ? verificationVendorBits.wh : 0);
  return ({ rate, marketplace }, country, imps, random) => {
    // Bids depend on the viewer; the rates of tags do not.
    const factor = marketplace === '' ? 1 : (countryFactors[country] ?? factorElsewhere) * (0.96 + random() * 0.08);
    // A CPM in USD is a million nano-USD per impression.
    const rev = Math.round(rate * factor * 1_000_000);
    const scanned = vendors === 0 ? 0 : partOf(imps, demoNetwork.postbidPercent / 100, random);
    return {
      rev: rev * imps,
      cost: costOf(rev) * imps || undefined,
      systemCost: priceImp * imps + fee * scanned,
      ...(marketplace === ''
        ? {}
        : { revM: rev * imps, revMd: (rev - shareOf(rev, Math.round(account.priceDsp * 100))) * imps }),
      ...(scanned === 0 ? {} : { scanned, verificationFee: fee * scanned }),
      ...(scanned > 0 && (vendors & verificationVendorBits.pix) !== 0 ? { scannedPix: scanned } : {}),
      ...(scanned > 0 && (vendors & verificationVendorBits.wh) !== 0 ? { scannedWh: scanned } : {}),
    };
  };
}
