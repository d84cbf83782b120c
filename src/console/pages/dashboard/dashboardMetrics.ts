import type { Role } from '#model/index.ts';
import type { DimensionKey, MetricKey } from '#reports/index.ts';
import type { Mode } from '../../frame/navigation/modes.ts';

/** The metric by which a role's objects are ranked. */
export function rankFor(role: Role): MetricKey {
  return role === 'sub' ? 'cost' : 'rev';
}

/** Columns of the top tables, money first: as many as fit side by side. Creatives have no requests. */
export function topMetricsFor(role: Role, mode: Mode, dimension: DimensionKey): MetricKey[] {
  const isShownAlone = dimension === 'creative';
  if (role === 'sub') return ['cost', 'cpm_pub', 'imps', 'fill', 'reqs'];
  if (role === 'adv') return ['rev', 'imps', 'vtr', 'ctr', ...(isShownAlone ? [] : (['reqs'] as const))];
  if (mode === 'dsp' && (dimension === 'supplier' || dimension === 'campaign')) {
    return ['rev', 'bids', 'win_rate', 'imps', 'ctr'];
  }
  if (mode === 'dsp' && !isShownAlone) return ['rev', 'profit', 'imps', 'ctr', 'reqs'];
  return isShownAlone ? ['rev', 'ecpm', 'imps', 'vtr', 'ctr'] : ['rev', 'profit', 'imps', 'fill', 'reqs'];
}
