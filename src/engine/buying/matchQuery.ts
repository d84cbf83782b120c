import type { Imp } from '#standards/openrtb/types.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { SupplyPlace } from './supplyPlace.ts';

/** What of a request decides which campaigns may be for it. */
export interface MatchQuery {
  place: SupplyPlace;
  imp: Imp;
  traits: RequestTraits;
  /** Whether bids under a deal alone may win. */
  isPrivate: boolean;
  now: number;
  /** Whether what became of campaigns is told. Absent = no. */
  recordsOutcomes?: boolean;
}
