import { hashOfEvent, type SecurityEventRow } from './hashOfEvent.ts';

/** A place in the chain: an event and its hash; 0 and no hash before the first one. */
export interface ChainLink {
  seq: number;
  hash: string;
}

/**
 * A fault of the chain, and the first event concerned. `missing`: it was removed; `changed`: its contents do not have its
 * hash; `detached`: it does not continue the one before it; `cut`: the last events were removed, or some were written
 * past the log; `unexplained`: the oldest events were removed, and no event of the log names them as pruned.
 */
export interface ChainFault {
  seq: number;
  fault: 'missing' | 'changed' | 'detached' | 'cut' | 'unexplained';
}

/** Finds the first fault in events that should follow a link, in the order of their seq. */
export function findChainFault(after: ChainLink, events: readonly SecurityEventRow[]): ChainFault | null {
  let { seq, hash } = after;
  for (const event of events) {
    if (event.seq !== seq + 1) return { seq: seq + 1, fault: 'missing' };
    if (event.previousHash !== hash) return { seq: event.seq, fault: 'detached' };
    if (hashOfEvent(event) !== event.hash) return { seq: event.seq, fault: 'changed' };
    ({ seq, hash } = event);
  }
  return null;
}
