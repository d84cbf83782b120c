import type { ToldAd } from '#engine/budget/budgetCall.ts';

/** Lets serving processes hear of ads that others were told of. What is lost here costs no more than some time: money of a bid is given up or held too long. */
export interface AdRelay {
  /** Takes what a process was told, and gives what others were since its cursor. */
  exchange(node: string, ads: readonly ToldAd[], cursor: string): { ads: ToldAd[]; cursor: string };
}

/** Ads that are kept: some minutes of a busy installation. */
const mostKept = 200_000;
/** Ads of one answer. */
const page = 20_000;

/** An empty relay. `id` names its memory. */
export function createAdRelay(id: string): AdRelay {
  let kept: { node: string; told: ToldAd }[] = [];
  let start = 0;
  return {
    exchange(node, ads, cursor) {
      for (const told of ads) kept.push({ node, told });
      if (kept.length > 2 * mostKept) {
        start += kept.length - mostKept;
        kept = kept.slice(-mostKept);
      }
      const [memory, place] = cursor.split('.');
      // A process that comes for the first time has no bids of before.
      const from = cursor === '' ? start + kept.length : memory === id ? Math.max(start, Number(place)) : start;
      const found = kept.slice(from - start, from - start + page);
      return {
        ads: found.flatMap((each) => (each.node === node ? [] : [each.told])),
        cursor: `${id}.${from + found.length}`,
      };
    },
  };
}
