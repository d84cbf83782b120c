import type { AdNotice } from '#engine/budget/budgetCall.ts';

/** Lets serving processes hear of ads that others were told of. What is lost here costs no more than some time: money of a bid is given up or held too long. */
export interface AdRelay {
  /** Takes what a process was told, and gives what others were since its cursor. */
  exchange(node: string, ads: readonly AdNotice[], cursor: string): { ads: AdNotice[]; cursor: string };
}

/** Ads that are kept: some minutes of a busy installation. */
const maxBuffered = 200_000;
/** Ads of one answer. */
const page = 20_000;

/** An empty relay. `id` names its memory. */
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
      // A process that comes for the first time has no bids of before.
      const from = cursor === '' ? start + buffered.length : memory === id ? Math.max(start, Number(place)) : start;
      const found = buffered.slice(from - start, from - start + page);
      return {
        ads: found.flatMap((each) => (each.node === node ? [] : [each.reportedAd])),
        cursor: `${id}.${from + found.length}`,
      };
    },
  };
}
