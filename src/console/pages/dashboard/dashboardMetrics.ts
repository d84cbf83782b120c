import type { Role } from '#model/index.ts';
import { canUseMetric, type DimensionKey, type MetricKey, type MetricRights } from '#reports/index.ts';
import type { Mode } from '../../frame/navigation/modes.ts';

/** The metric by which a user's objects are ranked: money, or impressions for those who do not see it. */
export function rankFor(rights: MetricRights): MetricKey {
  const rank = rights.role === 'sub' ? 'cost' : 'rev';
  return canUseMetric(rights, rank) ? rank : 'imps';
}

/** Columns of the top tables, money first: as many as fit side by side. Creatives have no requests. */
export function topMetricsFor(rights: MetricRights, mode: Mode, dimension: DimensionKey): MetricKey[] {
  return allTopMetrics(rights.role, mode, dimension).filter((key) => canUseMetric(rights, key));
}

function allTopMetrics(role: Role, mode: Mode, dimension: DimensionKey): MetricKey[] {
  const isShownAlone = dimension === 'creative';
  if (role === 'sub') return ['cost', 'cpm_pub', 'imps', 'fill', 'reqs'];
  if (role === 'adv') return ['rev', 'imps', 'vtr', 'ctr', ...(isShownAlone ? [] : (['reqs'] as const))];
  if (mode === 'dsp' && (dimension === 'supplier' || dimension === 'campaign')) {
    return ['rev', 'bids', 'win_rate', 'imps', 'ctr'];
  }
  if (mode === 'dsp' && !isShownAlone) return ['rev', 'profit', 'imps', 'ctr', 'reqs'];
  return isShownAlone ? ['rev', 'ecpm', 'imps', 'vtr', 'ctr'] : ['rev', 'profit', 'imps', 'fill', 'reqs'];
}
