import { canUseMetric, type MetricRights } from '#reports/index.ts';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import type { ReportKind } from './reportKind.ts';
import type { ReportSearch } from './reportSearch.ts';

interface LayoutSwitchProps {
  user: MetricRights;
  kind: ReportKind;
  search: ReportSearch;
  onChange: (part: Partial<ReportSearch>) => void;
}

/** Switches between the sets of columns that a page offers; columns of one's own are none of them. */
export function LayoutSwitch({ user, kind, search, onChange }: LayoutSwitchProps) {
  if (kind.layouts.length === 0) return null;
  const layouts = kind.layouts.map(({ metricsFor, ...layout }) => ({
    ...layout,
    metrics: metricsFor(search.dims).filter((key) => canUseMetric(user, key)),
  }));
  const shown = new Set(search.metrics);
  const current = layouts.find(
    ({ metrics }) => metrics.length === shown.size && metrics.every((key) => shown.has(key)),
  );
  return (
    <SegmentedControl
      label="Layout"
      options={layouts}
      value={current?.value ?? ''}
      onChange={(value) => {
        const metrics = layouts.find((each) => each.value === value)?.metrics;
        if (metrics) onChange({ metrics, sort: null, chart: null });
      }}
    />
  );
}
