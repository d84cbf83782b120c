import type { Role } from '#model/index.ts';
import type { Mode } from '../../frame/navigation/modes.ts';
import { canUseMetric, type DimensionKey, type MetricKey, type MetricRights, type ReportBody } from '#reports/index.ts';

/** A tile's metric, and whether growth is good. */
export interface TileMetric {
  key: MetricKey;
  /** Whether an increase is good, bad or neither. */
  rising: 'good' | 'bad' | 'neutral';
  /** The label, where it is not the metric's. */
  label?: string;
}

const tiles: Record<'full' | 'dsp' | 'sub' | 'adv', readonly TileMetric[]> = {
  full: [
    { key: 'rev', rising: 'good' },
    { key: 'cost', rising: 'neutral' },
    { key: 'profit', rising: 'good' },
    { key: 'margin', rising: 'good' },
    { key: 'imps', rising: 'good' },
    { key: 'fill', rising: 'good' },
    { key: 'opps', rising: 'good' },
    { key: 'reqs', rising: 'good' },
  ],
  dsp: [
    { key: 'rev', rising: 'good', label: 'Spend' },
    { key: 'profit', rising: 'good' },
    { key: 'margin', rising: 'good' },
    { key: 'bids', rising: 'good' },
    { key: 'win_rate', rising: 'good' },
    { key: 'imps', rising: 'good' },
    { key: 'ctr', rising: 'good' },
    { key: 'reqs', rising: 'good' },
  ],
  sub: [
    { key: 'cost', rising: 'good' },
    { key: 'cpm_pub', rising: 'good' },
    { key: 'imps', rising: 'good' },
    { key: 'fill', rising: 'good' },
    { key: 'opps', rising: 'good' },
    { key: 'reqs', rising: 'good' },
  ],
  adv: [
    { key: 'rev', rising: 'neutral' },
    { key: 'ecpm', rising: 'neutral' },
    { key: 'imps', rising: 'good' },
    { key: 'vtr', rising: 'good' },
    { key: 'ctr', rising: 'good' },
    { key: 'reqs', rising: 'good' },
  ],
};

/** The metrics of a role's tiles in a mode, in display order: money first. */
export function tilesFor(role: Role, mode: Mode): readonly TileMetric[] {
  if (role === 'sub' || role === 'adv') return tiles[role];
  return mode === 'dsp' ? tiles.dsp : tiles.full;
}

const sums: readonly MetricKey[] = [
  'reqs',
  'slots',
  'opps',
  'imps',
  'start',
  'complete',
  'clicks',
  'rev',
  'cost',
  'profit',
];

/** The sums to request so that every tile of a mode can be computed over any hours. */
export function sumsFor(rights: MetricRights, mode: Mode): MetricKey[] {
  const all: readonly MetricKey[] = mode === 'dsp' ? [...sums, 'bids', 'wins'] : sums;
  return all.filter((key) => canUseMetric(rights, key));
}

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

/** The filters of a mode's figures: in DSP mode, of supplier traffic only. */
export function ofMode(mode: Mode): NonNullable<ReportBody['filters']> {
  return mode === 'dsp' ? [{ dim: 'supplier', op: 'not_in', values: [0] }] : [];
}
