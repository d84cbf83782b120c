import type { Schain } from '#standards/supplychain/schain.ts';
import type { Decision } from '#engine/auction/types.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import type { SignedToken } from '#events/token/token.ts';
import type { ServeRecord, TokenPayload } from '#events/record/records.ts';
import type { Verification } from './verificationOfAd.ts';
import type { RequestSignals } from '../imp/requestSignals.ts';
import type { ViewerPrivacy } from '../imp/viewerPrivacy.ts';

/** A sold ad on its way into a response. */
export interface SoldAd {
  plan: ChannelPlan;
  decision: Extract<Decision, { kind: 'filled' }>;
  signals: RequestSignals;
  privacy: ViewerPrivacy;
  /** The supply chain sent to demand; null for none. */
  chain: () => Schain | null;
  record: ServeRecord;
  /** Viewer key by device, where the winner has a frequency cap by it. */
  viewer?: string;
  /** Viewer key by household, where the winner has a frequency cap by it. */
  household?: string;
  /** Post-bid verification of its impression; null when it is not measured. */
  verification: Verification | null;
  /** Its signed token; set on first use. */
  signed?: SignedAd;
  /** Our URLs for the supplier; set on first use, since sealing gives a different text each time. */
  notices?: SupplierUrls;
}

/** The token of an ad, and its payload: the values that one impression adds. */
export interface SignedAd {
  token: SignedToken;
  payload: TokenPayload;
}

/** Our URLs that a supplier calls for our bid, after filling in the macros. */
export interface SupplierUrls {
  /** `bid.nurl`, `bid.burl` and `bid.lurl`. */
  win: string;
  bill: string;
  loss: string;
  /** Impression pixel in the markup. */
  impression: string;
}
