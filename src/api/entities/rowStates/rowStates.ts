import type { EntityName } from '#model/index.ts';
import type { RowState } from '../listAnswer.ts';
import { creativeStates, dealStates, supplierStates } from './buyingStates.ts';
import { campaignStates } from './campaignStates.ts';
import { channelStates } from './channelStates.ts';
import { rateStates } from './rateStates.ts';
import type { ReadStates, StateContext } from './rowState.ts';
import { tagStates } from './tagStates.ts';
import { pixelStates, statesOfList, statesOfUse } from './useStates.ts';

/** How the states of an entity's rows are found. */
const states: Partial<Record<EntityName, ReadStates>> = {
  tag: tagStates,
  channel: channelStates,
  campaign: campaignStates,
  creative: creativeStates,
  deal: dealStates,
  supplier: supplierStates,
  targeting: statesOfUse('targeting'),
  exchangeRate: rateStates,
  ivt: pixelStates,
  appList: statesOfList('appList', 'appCount'),
  creList: statesOfList('creList', 'creCount'),
  pubList: statesOfList('pubList', 'pubCount'),
};

/** The states of those rows among some ids that have any, in a few statements for all of them. */
export async function rowStates(
  context: StateContext,
  entity: EntityName,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly RowState[]>> {
  if (ids.length === 0) return new Map();
  return (await states[entity]?.(context, ids)) ?? new Map();
}
