import type { Schain } from '#standards/supplychain/schain.ts';
import type { Decision } from '#engine/auction/types.ts';
import type { ChannelPlan } from '#engine/plan/plan.ts';
import type { SignedToken } from '#events/token/token.ts';
import type { ServeRecord, TokenPayload } from '#events/record/records.ts';
import type { Verification } from './verificationOfAd.ts';
import type { RequestFacts } from '../imp/requestFacts.ts';
import type { ViewerPrivacy } from '../imp/viewerPrivacy.ts';

/** An impression that was sold, on its way to an answer. */
export interface SoldAd {
  plan: ChannelPlan;
  decision: Extract<Decision, { kind: 'filled' }>;
  facts: RequestFacts;
  privacy: ViewerPrivacy;
  /** The supply chain that demand is told; null for none. */
  chain: () => Schain | null;
  record: ServeRecord;
  /** Key of the viewer, where the winner counts its viewers. */
  viewer?: string;
  /** Key of its household, where the winner counts households. */
  household?: string;
  /** How its impression is measured; null where it is not. */
  verification: Verification | null;
  /** What is signed of it, once it is asked for. */
  signed?: SignedAd;
  /** What a supplier that is bid it calls, once that is asked for: what is sealed in it is never written alike twice. */
  notices?: SupplierUrls;
}

/** What is signed for an ad: what one impression of it moves. */
export interface SignedAd {
  token: SignedToken;
  payload: TokenPayload;
}

/** What a supplier calls for a bid of ours; it fills in the macros. */
export interface SupplierUrls {
  /** `bid.nurl`, `bid.burl` and `bid.lurl`. */
  win: string;
  bill: string;
  loss: string;
  /** The pixel of the markup. */
  impression: string;
}
