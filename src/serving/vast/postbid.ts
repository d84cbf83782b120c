import type { PixelFacts } from '#engine/plan/pixelFacts.ts';
import type { ChannelPlan, Candidate } from '#engine/plan/plan.ts';
import { perThousand } from '#engine/pricing.ts';
import { shareOf } from '#engine/share.ts';
import { scanOf, type Nanos } from '#model/index.ts';

/** Addresses of the vendors' pixels, with macros; null where the operator has none. */
export interface PostbidVendors {
  pix: string | null;
  wh: string | null;
}

/** The measurement of one impression. */
export interface Scan {
  /** Sum of the vendors' numbers. */
  scans: number;
  /** What it costs the account, in nano-USD. */
  fee: Nanos;
  pixels: readonly PixelFacts[];
}

/**
 * How the impression of an ad is measured after it was bought; null when it is not. The ad's id alone decides whether it is
 * in the account's sample, as it does for third-party pixels: equal samples measure the same ads.
 */
export function scanOfAd(
  vendors: PostbidVendors,
  { postbid }: Pick<ChannelPlan, 'postbid'>,
  winner: Pick<Candidate, 'postbid'>,
  { serveId, at }: { serveId: string; at: number },
): Scan | null {
  if (!postbid || at < postbid.restsUntil || shareOf(serveId) * 100 >= postbid.percent) return null;
  let scans = 0;
  const pixels: PixelFacts[] = [];
  for (const vendor of ['pix', 'wh'] as const) {
    const url = vendors[vendor];
    if (url === null || !postbid.vendors[vendor] || !winner.postbid[vendor]) continue;
    scans += scanOf[vendor];
    pixels.push({ ...pixelOfVendor, id: -scanOf[vendor], vendor, url });
  }
  return scans === 0 ? null : { scans, fee: perThousand(postbid.cpm), pixels };
}

const pixelOfVendor = {
  demandId: null,
  createdAt: '',
  updatedAt: '',
  version: 1,
  status: 1,
  name: '',
  event: 'impression',
  scope: 'attached',
  percent: 100,
  environments: [] as string[],
  startsOn: null,
  endsOn: null,
} as const;
