import { canUseMetric } from '#reports/index.ts';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import type { ReportHeadProps } from '../reports/builder/url/reportKind.ts';
import { layouts } from './layouts.ts';

/** Switches between predefined sets of columns. Custom columns match none of them. */
export function LayoutSwitch({ user, search, onChange }: ReportHeadProps) {
  const offered = layouts.map(({ metricsFor, ...layout }) => ({
    ...layout,
    metrics: metricsFor(search.dims).filter((key) => canUseMetric(user, key)),
  }));
  const shown = new Set(search.metrics);
  const current = offered.find(
    ({ metrics }) => metrics.length === shown.size && metrics.every((key) => shown.has(key)),
  );
  return (
    <SegmentedControl
      label="Layout"
      options={offered}
      value={current?.value ?? ''}
      onChange={(value) => {
        const metrics = offered.find((each) => each.value === value)?.metrics;
        if (metrics) onChange({ metrics, sort: null, chart: null });
      }}
    />
  );
}
