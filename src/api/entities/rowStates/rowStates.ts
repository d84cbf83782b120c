import type { EntityName } from '#model/index.ts';
import type { RowState } from '../rowParts.ts';
import { creativeStates, dealStates } from './buyingStates.ts';
import { campaignStates } from './campaignStates.ts';
import { channelStates } from './channelStates.ts';
import { adexchangeStates, supplierStates } from './partnerStates.ts';
import { rateStates } from './rateStates.ts';
import { subpublisherStates } from './subpublisherStates.ts';
import { type FoundState, type ReadStates, type StateContext, stateFor } from './rowState.ts';
import { tagStates } from './tagStates.ts';
import { pixelStates, statesOfList, statesOfUse } from './useStates.ts';

/** The readers of states by entity. */
const states: Partial<Record<EntityName, ReadStates>> = {
  tag: tagStates,
  channel: channelStates,
  campaign: campaignStates,
  creative: creativeStates,
  deal: dealStates,
  supplier: supplierStates,
  adexchange: adexchangeStates,
  subpublisher: subpublisherStates,
  targeting: statesOfUse('targeting'),
  exchangeRate: rateStates,
  ivt: pixelStates,
  appList: statesOfList('appList', 'appCount'),
  creList: statesOfList('creList', 'creCount'),
  pubList: statesOfList('pubList', 'pubCount'),
};

/** Reads the states of some rows, in a few statements for all of them; rows without states are left out. */
export async function rowStates(
  context: StateContext,
  entity: EntityName,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly RowState[]>> {
  if (ids.length === 0) return new Map();
  const found = (await states[entity]?.(context, ids)) ?? new Map<number, FoundState[]>();
  return new Map([...found].map(([id, each]) => [id, each.map((state) => stateFor(state, context.user))]));
}
