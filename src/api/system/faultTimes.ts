import type { FoundFault } from './findFaults.ts';
import type { SystemFault } from './systemContract.ts';

/** Remembers since when conditions last that have no time of their own. */
export interface FaultTimes {
  /** The faults with their times. Those that are not among them are over. */
  record(faults: readonly FoundFault[], now: Date): SystemFault[];
}

/** Begins to remember. */
export function createFaultTimes(): FaultTimes {
  let known = new Map<string, number>();
  return {
    record(faults, now) {
      const current = new Map<string, number>();
      const timed = faults.map(({ since, ...fault }) => {
        const key = `${fault.code} ${fault.object}`;
        const at = since ?? known.get(key) ?? now.getTime();
        current.set(key, at);
        return { ...fault, since: new Date(at).toISOString() };
      });
      known = current;
      return timed;
    },
  };
}
