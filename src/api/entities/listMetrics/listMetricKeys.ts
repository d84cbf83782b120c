import type { EntityName } from '#model/index.ts';
import {
  type DimensionKey,
  dimensionOf,
  hasFormula,
  isAvailableOn,
  isDimensionKey,
  type MetricKey,
  metrics as allMetrics,
} from '#reports/index.ts';

/** The dimension of reports whose ids are the rows of an entity, where reports have it. */
const dimensions: Partial<Record<EntityName, string>> = {
  tag: 'tag',
  channel: 'channel',
  advertiser: 'advertiser',
  subpublisher: 'subpublisher',
  demand: 'account',
  supplier: 'supplier',
  adexchange: 'adexchange',
  campaign: 'campaign',
  creative: 'own_creative',
  deal: 'deal',
};

/** The dimension that tells of an entity's rows; undefined where lists of it have no figures. */
export function figureDimension(entity: string): DimensionKey | undefined {
  const key = dimensions[entity as EntityName];
  return key !== undefined && isDimensionKey(key) ? key : undefined;
}

/** The metrics that a list of an entity can show: those that the facts of its side can tell, whoever asks. */
export function listMetricKeys(entity: string): MetricKey[] {
  const dimension = figureDimension(entity);
  if (!dimension) return [];
  const isDemand = ['demand', 'buying'].includes(dimensionOf(dimension).facts);
  return allMetrics
    .filter((metric) => isAvailableOn(metric, 'demand') && (isDemand || isAvailableOn(metric, 'supply')))
    .filter((metric) => !hasFormula(metric, ({ kind }) => kind === 'found'))
    .map(({ key }) => key);
}
