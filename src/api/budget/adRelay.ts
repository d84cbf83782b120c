import type { AdNotice } from '#engine/budget/budgetCall.ts';

/**
 * Passes ad notices between serving processes. After a lost notice, a bid's reservation ends too early or too
 * late.
 */
export interface AdRelay {
  /** Stores the notices of a process, and returns those of the others since its cursor. */
  exchange(node: string, ads: readonly AdNotice[], cursor: string): { ads: AdNotice[]; cursor: string };
}

/** Notices in memory: some minutes of a busy installation. */
const maxBuffered = 200_000;
/** Notices per response. */
const page = 20_000;

/** Creates an empty relay. `id` identifies its memory in cursors. */
export function createAdRelay(id: string): AdRelay {
  let buffered: { node: string; reportedAd: AdNotice }[] = [];
  let start = 0;
  return {
    exchange(node, ads, cursor) {
      for (const reportedAd of ads) buffered.push({ node, reportedAd });
      if (buffered.length > 2 * maxBuffered) {
        start += buffered.length - maxBuffered;
        buffered = buffered.slice(-maxBuffered);
      }
      const [memory, place] = cursor.split('.');
      // A process that calls for the first time has no earlier bids.
      const from = cursor === '' ? start + buffered.length : memory === id ? Math.max(start, Number(place)) : start;
      const found = buffered.slice(from - start, from - start + page);
      return {
        ads: found.flatMap((each) => (each.node === node ? [] : [each.reportedAd])),
        cursor: `${id}.${from + found.length}`,
      };
    },
  };
}
