import type { Imp } from '#standards/openrtb/types.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { SupplyPlace } from './supplyPlace.ts';

/** The parts of a request that decide which campaigns match it. */
export interface MatchQuery {
  place: SupplyPlace;
  imp: Imp;
  traits: RequestTraits;
  /** Whether only bids under a deal may win. */
  isPrivate: boolean;
  now: number;
  /** Whether outcomes of campaigns are recorded. Absent = no. */
  recordsOutcomes?: boolean;
}
