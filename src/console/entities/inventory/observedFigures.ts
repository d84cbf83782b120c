import type { ObservedFigure } from '#model/fact/observed.ts';
import { metricOf, type Metric } from '#reports/index.ts';

/** A figure as the table shows it. */
export type ShownFigure = Pick<Metric, 'label' | 'definition' | 'unit'> & { key: ObservedFigure };

/** What a figure is called, and how it is computed: the words of reports, where they have it. */
export function shownFigure(key: ObservedFigure): ShownFigure {
  if (key !== 'errorShare') {
    const { label, definition, unit } = metricOf(key);
    return { key, label, definition, unit };
  }
  return {
    key,
    label: 'Errors %',
    definition: 'Errors ÷ (impressions + errors): how often players could not show it.',
    unit: 'ratio',
  };
}
