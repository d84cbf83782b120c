import { campaignsId } from '../plan/buyer.ts';
import { buysFrom, supplyOf } from '../buying/compileCampaign.ts';
import { candidateOf, type ChannelPlan } from '../plan/plan.ts';
import type { Snapshot } from './snapshotState.ts';

/**
 * Whether a request is watched at `now` (ms): by its channel or supplier, a candidate, a campaign that buys there, or
 * its device.
 */
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
      case 'supplier':
        if (object === String(plan.supplier?.id)) return true;
        break;
      case 'campaign':
        if (isForCampaign({ rows }, plan, Number(object))) return true;
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

/** The watched campaigns of an account at `now` (ms). */
export function watchedCampaigns({ rows }: Pick<Snapshot, 'rows'>, accountId: number, now: number): number[] {
  if (rows.watch.size === 0) return [];
  return [...rows.watch.values()]
    .filter(({ demandId, kind, until }) => demandId === accountId && kind === 'campaign' && until > now)
    .map(({ object }) => Number(object));
}

/** Whether a campaign buys from the supplier or channel of a plan. */
function isForCampaign({ rows }: Pick<Snapshot, 'rows'>, plan: ChannelPlan, id: number): boolean {
  const row = rows.campaign.get(id);
  const place = { supplierId: plan.supplier?.id ?? 0, channelId: plan.channelId };
  return row?.demandId === plan.demandId && hasCandidate(plan, campaignsId) && buysFrom(supplyOf(row), place);
}

function hasCandidate({ tiers, ineligible }: ChannelPlan, tagId: number): boolean {
  return (
    tiers.some(({ candidates }) => candidates.some(({ tag }) => tag.id === tagId)) ||
    ineligible.some((outcome) => candidateOf(outcome) === tagId)
  );
}
