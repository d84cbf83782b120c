import type { Nanos } from '#model/index.ts';
import { type Rates } from '#standards/openrtb/currency.ts';
import type { BindingTerms } from '#standards/openrtb/validateBid.ts';
import type { Imp } from '#standards/openrtb/types.ts';
import type { CostTerms } from '../pricing.ts';
import type { Quality } from '../plan/quality.ts';
import type { CreativeRule } from '../targeting/creativeRules.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { CampaignFacts } from './campaignFacts.ts';
import type { CreativeFacts } from './creativeFacts.ts';
import type { AdPerformance } from './adPerformance.ts';
import type { SupplyPlace } from './supplyPlace.ts';

/** What the campaigns of an account are asked to bid on. */
export interface OwnBidsSetting {
  place: SupplyPlace;
  /** As buyers are offered it: its floors are what must be earned. */
  imp: Imp;
  /** What of the request binds bids. */
  request: BindingTerms;
  traits: RequestTraits;
  /** The least CPM that must be earned, in nano-USD. */
  floor: Nanos;
  /** How the impression is paid for. */
  costTerms: CostTerms;
  /** Whether bids under a deal alone may win. */
  isPrivate: boolean;
  /** Ads that the impression takes. */
  slots: number;
  /** Whether bids under a deal win against dearer ones without. */
  areDealsFirst: boolean;
  /** Whether the request was found to be invalid traffic. */
  isInvalid: boolean;
  /** What currencies are worth. */
  rates: Rates;
  /** Which creatives the seller takes. */
  creativeRules: readonly CreativeRule[];
  quality: Quality | null;
  /** Under what name we bid; empty = none. */
  seat: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** A 32-bit integer that decides every draw. */
  seed: number;
  /** How many more ads of a campaign the viewer may see. */
  adsLeft: (campaign: CampaignFacts) => number;
  /** Further impressions of the request: they show the same viewer ads at the same time. */
  others: number;
  /** Whether a campaign has money and time for an impression that costs its advertiser so much, in nano-USD. */
  mayBid: (campaignId: number, price: Nanos) => 'ok' | 'budget' | 'pacing';
  adPerformance: AdPerformance;
  /** Whether a creative can be written for an impression, such as a native ad with the assets that it asks for. */
  fits: (creative: CreativeFacts, imp: Imp) => boolean;
  /** The markup of a creative; asked of bids that are returned. `protocol` as in the bid. */
  markup: (creative: CreativeFacts, campaign: CampaignFacts, imp: Imp, protocol: number | undefined) => string;
  /** Whether what became of campaigns is told. Absent = no: then no more are looked at than the best bids need. */
  recordsOutcomes?: boolean;
  /** Campaigns whose fate is told even when nothing of the request is for them. Absent = none. */
  watched?: readonly number[];
}
