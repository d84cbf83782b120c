import type { ActivePixel } from '#engine/plan/activePixel.ts';
import type { ChannelPlan, Candidate } from '#engine/plan/plan.ts';
import { pricePerImpression } from '#engine/pricing.ts';
import { hashToUnit } from '#engine/hashToUnit.ts';
import { verificationVendorBits, type Nanos } from '#model/index.ts';

/** URLs of the vendors' pixels, with macros; null where the operator has none. */
export interface VerificationPixels {
  pix: string | null;
  wh: string | null;
}

/** Post-bid verification of one impression. */
export interface Verification {
  /** Sum of the vendors' bits. */
  vendorCodes: number;
  /** Fee that the account pays, in nano-USD. */
  fee: Nanos;
  pixels: readonly ActivePixel[];
}

/**
 * The post-bid verification of an ad's impression; null when it is not measured. The serve ID alone decides whether it
 * is in the account's sample, as for third-party pixels: equal percentages measure the same ads.
 */
export function verificationOfAd(
  vendors: VerificationPixels,
  { verification }: Pick<ChannelPlan, 'verification'>,
  winner: Pick<Candidate, 'verification'>,
  { serveId, at }: { serveId: string; at: number },
): Verification | null {
  if (!verification || at < verification.pausedUntil || hashToUnit(serveId) * 100 >= verification.percent) return null;
  let vendorCodes = 0;
  const pixels: ActivePixel[] = [];
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
