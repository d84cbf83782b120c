import type { Nanos } from '#model/index.ts';
import { type Rates } from '#standards/openrtb/currency.ts';
import type { BindingTerms } from '#standards/openrtb/bid/validateBid.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import type { CostTerms } from '../pricing.ts';
import type { Cutoffs } from '../cutoff/cutoffs.ts';
import type { Quality } from '../plan/quality.ts';
import type { CreativeRule } from '../targeting/creativeRules.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { CompiledCampaign } from './compileCampaign.ts';
import type { CompiledCreative } from './compileCreative.ts';
import type { AdPerformance } from './adPerformance.ts';
import type { SupplySource } from './supplySource.ts';

/** The inputs of an account's campaigns for one imp. */
export interface OwnBidsSetting {
  supplySource: SupplySource;
  /** As offered to buyers: its floors are net. */
  imp: Imp;
  /** The request fields that restrict bids. */
  request: BindingTerms;
  traits: RequestTraits;
  /** The minimum net CPM, in nano-USD. */
  floor: Nanos;
  /** The cost terms of the supply side. */
  costTerms: CostTerms;
  /** Whether only bids under a deal may win. */
  isPrivate: boolean;
  /** Maximum ads in the imp. */
  slots: number;
  /** Whether deal bids win over higher open-market bids. */
  areDealsFirst: boolean;
  /** Whether the request was found to be invalid traffic. */
  isInvalid: boolean;
  /** Exchange rates. */
  rates: Rates;
  /** Creative list rules of the seller. */
  creativeRules: readonly CreativeRule[];
  quality: Quality | null;
  /** The cut-offs of the account; null if there are none. */
  cutoffs: Cutoffs | null;
  /** Our seat; empty = none. */
  seat: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** A 32-bit integer that decides every draw. */
  seed: number;
  /** The number of further ads of a campaign that the viewer may see. */
  adsLeft: (campaign: CompiledCampaign) => number;
  /** The number of other imps in the request: they show ads to the same viewer at the same time. */
  others: number;
  /** Whether budget and pacing allow an impression at a price in nano-USD, charged to the advertiser. */
  mayBid: (campaignId: number, price: Nanos) => 'ok' | 'budget' | 'pacing';
  adPerformance: AdPerformance;
  /** Whether a creative can be rendered for an imp, such as a native ad with the required assets. */
  fits: (creative: CompiledCreative, imp: Imp) => boolean;
  /** Renders the markup of a creative; called only for returned bids. `protocol` as in the bid. */
  markup: (creative: CompiledCreative, campaign: CompiledCampaign, imp: Imp, protocol: number | undefined) => string;
  /**
   * Whether outcomes of campaigns are recorded. Absent = no: then no more campaigns are evaluated than the best bids
   * need.
   */
  recordsOutcomes?: boolean;
  /** Campaigns whose outcome is recorded even when the request does not match them. Absent = none. */
  watched?: readonly number[];
}
