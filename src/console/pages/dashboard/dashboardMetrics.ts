import type { Role } from '#model/index.ts';
import type { DimensionKey, MetricKey } from '#reports/index.ts';
import type { Mode } from '../../frame/navigation/modes.ts';

/** The metric by which a role's objects are ranked. */
export function rankFor(role: Role): MetricKey {
  return role === 'sub' ? 'cost' : 'rev';
}

/** Columns of the top tables: as many as fit side by side. Creatives have no requests. */
export function topMetricsFor(role: Role, mode: Mode, dimension: DimensionKey): MetricKey[] {
  const isShownAlone = dimension === 'creative';
  if (role === 'sub') return ['reqs', 'imps', 'fill', 'cost', 'cpm_pub'];
  if (role === 'adv') return [...(isShownAlone ? [] : (['reqs'] as const)), 'imps', 'vtr', 'ctr', 'rev'];
  if (mode === 'dsp' && (dimension === 'supplier' || dimension === 'campaign')) {
    return ['bids', 'win_rate', 'imps', 'ctr', 'rev'];
  }
  if (mode === 'dsp' && !isShownAlone) return ['reqs', 'imps', 'ctr', 'rev', 'profit'];
  return isShownAlone ? ['imps', 'vtr', 'ctr', 'rev', 'ecpm'] : ['reqs', 'imps', 'fill', 'rev', 'profit'];
}
