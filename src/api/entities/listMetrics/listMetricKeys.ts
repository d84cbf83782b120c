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

/** The report dimension whose values are an entity's ids. */
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

/** The dimension of an entity's figures; undefined when its lists have none. */
export function figureDimension(entity: string): DimensionKey | undefined {
  const key = dimensions[entity as EntityName];
  return key !== undefined && isDimensionKey(key) ? key : undefined;
}

/** The metrics that a list of an entity can show, whatever the user's rights: those of its side's facts. */
export function listMetricKeys(entity: string): MetricKey[] {
  const dimension = figureDimension(entity);
  if (!dimension) return [];
  const isDemand = ['demand', 'buying'].includes(dimensionOf(dimension).facts);
  return allMetrics
    .filter((metric) => isAvailableOn(metric, 'demand') && (isDemand || isAvailableOn(metric, 'supply')))
    .filter((metric) => !hasFormula(metric, ({ kind }) => kind === 'found'))
    .map(({ key }) => key);
}
