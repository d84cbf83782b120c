import type { Candidate } from '../plan/plan.ts';

/** A request for one candidate's bids on one imp. */
export interface ImpRequest {
  callId: number;
  /** The index of the imp in its request. */
  slot: number;
  candidate: Candidate;
  deadline: number;
}
