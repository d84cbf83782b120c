import type { Imp } from '#standards/openrtb/types.ts';
import type { RequestTraits } from '../targeting/requestTraits.ts';
import type { SupplySource } from './supplySource.ts';

/** The parts of a request that decide which campaigns match it. */
export interface MatchQuery {
  supplySource: SupplySource;
  imp: Imp;
  traits: RequestTraits;
  /** Whether only bids under a deal may win. */
  isPrivate: boolean;
  now: number;
  /** Whether outcomes of campaigns are recorded. Absent = no. */
  recordsOutcomes?: boolean;
}
