import {
  isMoneyMeasure,
  kindsOfMeasure,
  type FactKind,
  type Measure,
  type VerificationCategory,
} from '#model/index.ts';
import type { ResultMeasure, Metric, Side, TrafficPart } from './metric.ts';

/** A metric without its key and group. */
type Form = Omit<Metric, 'key' | 'group'>;

/** Labels and definitions for partners. */
type PartnerWords = Pick<Metric, 'labelFor' | 'definitionFor'>;

/** The kinds of facts that a side counts. */
export const kindsOfSide: Record<Side, readonly FactKind[]> = {
  supply: ['serve', 'event', 'adjustment'],
  demand: ['candidate', 'event', 'adjustment'],
  events: ['event', 'adjustment'],
};

/** Builds the metrics of a group, in their order, from their keys. */
export function inGroup<Key extends string>(
  group: Metric['group'],
  forms: Record<Key, Form>,
): (Metric & { key: Key })[] {
  return Object.entries<Form>(forms).map(([key, form]) => ({ key: key as Key, group, ...form }));
}

/**
 * The sum of a measure, on every side whose facts have it; on the demand side of the measure `demand` instead, when
 * given. `plus` = the measure that each side adds. `of` = the part of traffic that is summed.
 */
export function sum(
  measure: Measure,
  label: string,
  definition: string,
  {
    demand,
    plus,
    of,
    ...words
  }: PartnerWords & { demand?: Measure; plus?: Partial<Record<Side, Measure>>; of?: TrafficPart } = {},
): Form {
  const sides = Object.entries(kindsOfSide).filter(([, kinds]) =>
    kinds.some((kind) => kindsOfMeasure(measure).includes(kind)),
  );
  return {
    label,
    definition,
    unit: isMoneyMeasure(measure) ? 'usd' : 'count',
    formula: {
      kind: 'sum',
      measure: { ...Object.fromEntries(sides.map(([side]) => [side, measure])), ...(demand ? { demand } : {}) },
      ...(plus ? { plus } : {}),
      ...(of ? { of } : {}),
    },
    ...words,
  };
}

/** A sum minus others, in its unit. */
export function difference(
  from: string,
  minus: readonly string[],
  unit: 'count' | 'usd',
  label: string,
  definition: string,
): Form {
  return { label, definition, unit, formula: { kind: 'difference', from, minus } };
}

/** A sum divided by another. */
export function ratio(top: string, bottom: string, label: string, definition: string): Form {
  return { label, definition, unit: 'ratio', formula: { kind: 'ratio', top, bottom } };
}

/** Money per 1,000 of a count. */
export function perThousand(
  top: string,
  bottom: string,
  label: string,
  definition: string,
  words: PartnerWords = {},
): Form {
  return { label, definition, unit: 'usd', formula: { kind: 'perThousand', top, bottom }, ...words };
}

/** A count of vendors' results, of some categories or all. */
export function resultCount(
  measure: ResultMeasure,
  label: string,
  definition: string,
  among?: readonly VerificationCategory[],
): Form {
  return { label, definition, unit: 'count', formula: { kind: 'found', measure, ...(among ? { among } : {}) } };
}
