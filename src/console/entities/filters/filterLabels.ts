import { canBeEmpty } from '#model/field/filterFields.ts';
import type { Field } from '#model/index.ts';
import type { FigureBound, FilterValue } from '../list/listFilters.ts';
import type { ListFigure } from '../list/listFigures.ts';

/** The label of a filter value; undefined for a row's ID, whose name only its list knows. */
export function valueLabel(field: Field, value: FilterValue): string | undefined {
  const isChosen = field.kind === 'reference' || field.kind === 'references' || field.kind === 'choice';
  if (value === 'none' && canBeEmpty(field)) return isChosen ? 'None' : 'Not set';
  if (value === 'any' && canBeEmpty(field)) return isChosen ? 'Any' : 'Set';
  if (field.kind === 'flag') return value === true || value === 'true' ? 'Yes' : 'No';
  return field.choices?.find((choice) => String(choice.value) === String(value))?.label;
}

/** A figure bound as text: "Fill ≤ 5%". */
export function boundLabel({ bound, value }: FigureBound, figure: ListFigure): string {
  const shown = figure.unit === 'usd' ? `$${value}` : figure.unit === 'ratio' ? `${percentOf(value)}%` : value;
  return `${figure.label} ${bound === 'min' ? '≥' : '≤'} ${shown}`;
}

/** Converts a fraction to a percentage, without floating-point noise: "0.07" → 7. */
export function percentOf(share: string): number {
  return Number((Number(share) * 100).toFixed(7));
}

/**
 * Converts a typed number to its form in the address, percentages to fractions. Returns null when it is not a number.
 */
export function boundValue(text: string, unit: ListFigure['unit']): string | null {
  if (!/^-?\d{1,12}(\.\d{1,7})?$/.test(text)) return null;
  if (unit !== 'ratio') return text;
  return String(Number((Number(text) / 100).toFixed(9)));
}
