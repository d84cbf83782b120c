import type { ChartKind } from '../url/reportViews.ts';

/** CSS class for the height of a chart with this many labels. Each bar has room for a two-line name. */
export function chartHeight(kind: ChartKind, labels: number): string {
  if (kind !== 'bars') return 'h-56';
  if (labels <= 8) return 'h-64';
  return labels <= 15 ? 'bars-some' : 'bars-many';
}
