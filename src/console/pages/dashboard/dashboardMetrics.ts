import type { Role } from '#model/index.ts';
import { canUseMetric, type DimensionKey, type MetricKey, type MetricRights } from '#reports/index.ts';

/** A tile's metric, and whether growth is good. */
export interface TileMetric {
  key: MetricKey;
  /** Whether an increase is good, bad or neither. */
  rising: 'good' | 'bad' | 'neutral';
}

const tiles: Record<'full' | 'sub' | 'adv', readonly TileMetric[]> = {
  full: [
    { key: 'reqs', rising: 'good' },
    { key: 'opps', rising: 'good' },
    { key: 'imps', rising: 'good' },
    { key: 'fill', rising: 'good' },
    { key: 'rev', rising: 'good' },
    { key: 'cost', rising: 'neutral' },
    { key: 'profit', rising: 'good' },
    { key: 'margin', rising: 'good' },
  ],
  sub: [
    { key: 'reqs', rising: 'good' },
    { key: 'opps', rising: 'good' },
    { key: 'imps', rising: 'good' },
    { key: 'fill', rising: 'good' },
    { key: 'cost', rising: 'good' },
    { key: 'cpm_pub', rising: 'good' },
  ],
  adv: [
    { key: 'reqs', rising: 'good' },
    { key: 'imps', rising: 'good' },
    { key: 'rev', rising: 'neutral' },
    { key: 'ecpm', rising: 'neutral' },
    { key: 'vtr', rising: 'good' },
    { key: 'ctr', rising: 'good' },
  ],
};

/** The metrics of a role's tiles, in display order. */
export function tilesFor(role: Role): readonly TileMetric[] {
  return role === 'sub' || role === 'adv' ? tiles[role] : tiles.full;
}

/** The sums to request so that every tile can be computed over any hours. */
export function sumsFor(rights: MetricRights): MetricKey[] {
  const sums: readonly MetricKey[] = ['reqs', 'opps', 'imps', 'start', 'complete', 'clicks', 'rev', 'cost', 'profit'];
  return sums.filter((key) => canUseMetric(rights, key));
}

/** The metric by which a role's objects are ranked. */
export function rankFor(role: Role): MetricKey {
  return role === 'sub' ? 'cost' : 'rev';
}

/** Columns of the top tables: as many as fit side by side. Creatives have no requests. */
export function topMetricsFor(role: Role, dimension: DimensionKey): MetricKey[] {
  const isShownAlone = dimension === 'creative';
  if (role === 'sub') return ['reqs', 'imps', 'fill', 'cost', 'cpm_pub'];
  if (role === 'adv') return [...(isShownAlone ? [] : (['reqs'] as const)), 'imps', 'vtr', 'ctr', 'rev'];
  return isShownAlone ? ['imps', 'vtr', 'ctr', 'rev', 'ecpm'] : ['reqs', 'imps', 'fill', 'rev', 'profit'];
}
