import {
  canUseDimension,
  canUseMetric,
  type DimensionKey,
  type MetricKey,
  type MetricRights,
  type Traffic,
} from '#reports/index.ts';
import { hasDsp, type Reader } from '#model/entity/permissions.ts';

/** A common report. Selecting it changes neither the range nor the filters of the page. */
export interface ReportPreset {
  label: string;
  dims: DimensionKey[];
  metrics: MetricKey[];
  /** The traffic that it is about; absent = as before. */
  traffic?: Traffic;
  /** Whether it is about the business of DSP mode. */
  isOfDsp?: true;
}

const money: MetricKey[] = ['rev', 'cost', 'profit', 'margin', 'ecpm'];

const presets: readonly ReportPreset[] = [
  { label: 'By day', dims: ['day'], metrics: ['reqs', 'opps', 'imps', 'fill', ...money, 'cpm_pub'] },
  { label: 'By channel', dims: ['channel'], metrics: ['reqs', 'opps', 'imps', 'fill', ...money, 'cpm_pub'] },
  {
    label: 'By tag',
    dims: ['tag'],
    metrics: ['reqs', 'opps', 'opp_rate', 'imps', 'fill_opp', 'timeout_rate', 'rev', 'ecpm'],
  },
  { label: 'By account', dims: ['account'], metrics: ['reqs', 'imps', 'fill', ...money, 'systemCost'] },
  { label: 'By site', dims: ['site'], metrics: ['reqs', 'imps', 'fill', 'rev', 'cost', 'cpm_pub', 'vtr'] },
  {
    label: 'Video quality',
    dims: ['day'],
    metrics: ['imps', 'start', 'q1', 'q2', 'q3', 'complete', 'vtr', 'errors', 'ctr'],
  },
  {
    label: 'By campaign',
    dims: ['campaign'],
    metrics: ['bids', 'wins', 'win_rate', 'imps', 'clicks', 'ctr', 'vtr', 'viewability', 'rev', 'ecpm'],
    isOfDsp: true,
  },
  {
    label: 'By supplier',
    dims: ['supplier'],
    metrics: ['calls', 'reqs', 'bids', 'bid_rate', 'wins', 'win_rate', 'imps', 'rev', 'cost', 'margin'],
    isOfDsp: true,
  },
  {
    label: 'Late invalid traffic',
    dims: ['ivt_type', 'channel'],
    metrics: ['late_imps', 'late_clicks', 'late_rev', 'late_cost'],
  },
  { label: 'Why no ad', dims: ['reason'], metrics: ['calls', 'reqs', 'missed'] },
  { label: 'Why tags did not serve', dims: ['reason'], metrics: ['candidates', 'timeouts'] },
  { label: 'Why bids were lost', dims: ['supplier', 'reason'], metrics: ['losses', 'candidates'], isOfDsp: true },
  {
    label: 'Test requests',
    dims: ['day', 'channel'],
    metrics: ['calls', 'reqs', 'opps', 'opp_rate', 'imps'],
    traffic: 'test',
  },
];

/** The parts of a user that decide the presets. */
export type PresetRights = MetricRights & Pick<Reader, 'showDsp'>;

/** The presets of the user's modes, without dimensions and metrics that the user may not see. */
export function presetsFor(rights: PresetRights, offered: readonly ReportPreset[] = presets): ReportPreset[] {
  return offered
    .filter(({ isOfDsp }) => !isOfDsp || hasDsp(rights))
    .filter(({ dims }) => dims.every((key) => canUseDimension(rights.role, key, rights.tagParams)))
    .map((preset) => ({ ...preset, metrics: preset.metrics.filter((key) => canUseMetric(rights, key)) }))
    .filter(({ metrics }) => metrics.length > 0);
}
