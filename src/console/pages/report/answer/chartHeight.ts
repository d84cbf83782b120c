import type { ChartKind } from '../url/reportView.ts';

/** The class with the height of a chart of so many labels; two lines of a name fit beside each bar. */
export function chartHeight(kind: ChartKind, labels: number): string {
  if (kind !== 'bars') return 'h-56';
  if (labels <= 8) return 'h-64';
  return labels <= 15 ? 'bars-some' : 'bars-many';
}
