import type { ObservedFigure } from '#model/fact/observed.ts';
import { metricOf, type Metric } from '#reports/index.ts';

/** A figure as tables show it. */
export type ShownFigure = Pick<Metric, 'label' | 'definition' | 'unit'> & { key: ObservedFigure };

/** Label and definition of a figure: those of the report metric, where there is one. */
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
