import {
  dimensionOf,
  dimensionOfEntity,
  hasFormula,
  isAvailableOn,
  type MetricKey,
  metrics as allMetrics,
} from '#reports/index.ts';

/** The metrics that a list of an entity can show, whatever the user's rights: those of its side's facts. */
export function listMetricKeys(entity: string): MetricKey[] {
  const dimension = dimensionOfEntity(entity);
  if (!dimension) return [];
  const isDemand = ['demand', 'buying'].includes(dimensionOf(dimension).facts);
  return allMetrics
    .filter((metric) => isAvailableOn(metric, 'demand') && (isDemand || isAvailableOn(metric, 'supply')))
    .filter((metric) => !hasFormula(metric, ({ kind }) => kind === 'found'))
    .map(({ key }) => key);
}
