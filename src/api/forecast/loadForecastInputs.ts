import { createAdPerformance } from '#engine/buying/createAdPerformance.ts';
import { currentConfiguration } from '#engine/forecast/currentConfiguration.ts';
import type { EvaluationContext } from '#engine/forecast/tracedBidsSetting.ts';
import type { CampaignRow, ServedEntity } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { readAdPerformance } from '../adPerformance/readAdPerformance.ts';
import { loadMembers } from '../whatif/loadMembers.ts';
import { sampleRequests, type RequestSample } from './sampleRequests.ts';

/** Days of the range: as long as traces are stored. */
export const sampleDays = 7;

const dayMs = 86_400_000;

/** A campaign's sampled requests, and the context in which they are evaluated. */
export interface ForecastInputs {
  sample: RequestSample;
  context: EvaluationContext;
}

/** Reads a sample of the requests that a campaign may get, and the configuration in which they are evaluated. */
export async function loadForecastInputs(
  { entities, facts, lists, locate, now }: Pick<ApiDeps, 'entities' | 'facts' | 'lists' | 'locate' | 'now'>,
  campaign: CampaignRow,
  signal: AbortSignal,
): Promise<ForecastInputs> {
  const { id, demandId } = campaign;
  if (demandId === null) throw new Error('a campaign has an account');
  const at = now().getTime();
  const [sample, performanceCounts] = await Promise.all([
    sampleRequests(facts, { demandId, from: at - sampleDays * dayMs, to: at, supply: campaign }, signal),
    readAdPerformance(facts, [id], at),
  ]);
  const idsOf = (key: 'supplierId' | 'channelId') => [
    ...new Set(sample.requests.map(({ supplySource }) => supplySource[key])),
  ];
  const configuration = await entities.configuration({
    demandId,
    supplierIds: idsOf('supplierId'),
    channelIds: idsOf('channelId'),
    additional: referencesOf(campaign),
  });
  const members = await loadMembers(lists, configuration, signal);
  const rows = [...configuration, { entity: 'campaign' as const, id, row: campaign }];
  return {
    sample,
    context: {
      snapshot: currentConfiguration(rows, members),
      locate: (address) => locate?.(address) ?? null,
      adPerformance: createAdPerformance(performanceCounts),
    },
  };
}

const referred = {
  targetingIds: 'targeting',
  appListIds: 'appList',
  pubListIds: 'pubList',
  creListIds: 'creList',
  creativeIds: 'creative',
} as const satisfies Partial<Record<keyof CampaignRow, ServedEntity>>;

function referencesOf(campaign: CampaignRow): { entity: ServedEntity; id: number }[] {
  return [
    { entity: 'advertiser', id: campaign.advertiserId },
    ...Object.entries(referred).flatMap(([field, entity]) =>
      campaign[field as keyof typeof referred].map((id) => ({ entity, id })),
    ),
  ];
}
