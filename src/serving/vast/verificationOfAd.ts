import type { PixelFacts } from '#engine/plan/pixelFacts.ts';
import type { ChannelPlan, Candidate } from '#engine/plan/plan.ts';
import { pricePerImpression } from '#engine/pricing.ts';
import { hashToUnit } from '#engine/hashToUnit.ts';
import { verificationVendorBits, type Nanos } from '#model/index.ts';

/** Addresses of the vendors' pixels, with macros; null where the operator has none. */
export interface VerificationPixels {
  pix: string | null;
  wh: string | null;
}

/** The measurement of one impression. */
export interface Verification {
  /** Sum of the vendors' numbers. */
  vendorCodes: number;
  /** What it costs the account, in nano-USD. */
  fee: Nanos;
  pixels: readonly PixelFacts[];
}

/**
 * How the impression of an ad is measured after it was bought; null when it is not. The ad's id alone decides whether it is
 * in the account's sample, as it does for third-party pixels: equal samples measure the same ads.
 */
export function verificationOfAd(
  vendors: VerificationPixels,
  { verification }: Pick<ChannelPlan, 'verification'>,
  winner: Pick<Candidate, 'verification'>,
  { serveId, at }: { serveId: string; at: number },
): Verification | null {
  if (!verification || at < verification.pausedUntil || hashToUnit(serveId) * 100 >= verification.percent) return null;
  let vendorCodes = 0;
  const pixels: PixelFacts[] = [];
  for (const vendor of ['pix', 'wh'] as const) {
    const url = vendors[vendor];
    if (url === null || !verification.vendors[vendor] || !winner.verification[vendor]) continue;
    vendorCodes += verificationVendorBits[vendor];
    pixels.push({ ...pixelOfVendor, id: -verificationVendorBits[vendor], vendor, url });
  }
  return vendorCodes === 0 ? null : { vendorCodes, fee: pricePerImpression(verification.cpm), pixels };
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
