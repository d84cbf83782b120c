import type { Candidate } from '../plan/plan.ts';

/** One candidate's wish to be asked for bids on one impression. */
export interface ImpRequest {
  callId: number;
  /** Which impression of the request. */
  slot: number;
  candidate: Candidate;
  deadline: number;
}
