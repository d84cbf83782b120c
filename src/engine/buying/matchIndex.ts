import type { Imp } from '#standards/openrtb/types.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { CampaignFacts } from './campaignFacts.ts';
import type { SupplyPlace } from './supplyPlace.ts';

/** What of a request decides which campaigns may be for it. */
export interface MatchQuestion {
  place: SupplyPlace;
  imp: Imp;
  traits: RequestTraits;
  isPrivate: boolean;
  now: number;
}

/** The campaigns of an account, found by what they want. */
export interface MatchIndex {
  /** Campaigns that may bid: none that would is missing, and few that would not are there. */
  matching(question: MatchQuestion): readonly CampaignFacts[];
  /** One of them by its id. */
  campaign(id: number): CampaignFacts | undefined;
}
