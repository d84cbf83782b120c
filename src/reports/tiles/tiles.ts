import type { Role } from '#model/index.ts';
import { canUseMetric, type MetricRights } from '../metrics/reportFields.ts';
import type { MetricKey } from '../metrics/metrics.ts';
import type { ReportBody } from '../question/reportBody.ts';

/** The side of the business whose figures are shown. */
export type TileMode = 'ssp' | 'dsp';

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
export function tilesFor(role: Role, mode: TileMode): readonly TileMetric[] {
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
export function sumsFor(rights: MetricRights, mode: TileMode): MetricKey[] {
  const all: readonly MetricKey[] = mode === 'dsp' ? [...sums, 'bids', 'wins'] : sums;
  return all.filter((key) => canUseMetric(rights, key));
}

/** The filters of a mode's figures: in DSP mode, of supplier traffic only. */
export function ofMode(mode: TileMode): NonNullable<ReportBody['filters']> {
  return mode === 'dsp' ? [{ dim: 'supplier', op: 'not_in', values: [0] }] : [];
}
