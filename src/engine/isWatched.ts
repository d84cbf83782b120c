import { candidateOf, type ChannelPlan } from './plan.ts';
import type { Snapshot } from './snapshot.ts';

/** Whether somebody watches a request at `now` (ms): its channel, a candidate of it, or its device. */
export function isWatched(
  { rows }: Pick<Snapshot, 'rows'>,
  plan: ChannelPlan,
  traits: () => { deviceId: string },
  now: number,
): boolean {
  if (rows.watch.size === 0) return false;
  for (const { demandId, kind, object, until } of rows.watch.values()) {
    if (demandId !== plan.demandId || until <= now) continue;
    switch (kind) {
      case 'channel':
        if (object === String(plan.channelId)) return true;
        break;
      case 'tag':
        if (hasCandidate(plan, Number(object))) return true;
        break;
      case 'device':
        if (object === traits().deviceId) return true;
    }
  }
  return false;
}

function hasCandidate({ tiers, ineligible }: ChannelPlan, tagId: number): boolean {
  return (
    tiers.some(({ candidates }) => candidates.some(({ tag }) => tag.id === tagId)) ||
    ineligible.some((fate) => candidateOf(fate) === tagId)
  );
}
