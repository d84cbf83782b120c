import type { Field } from '#model/index.ts';
import type { FigureBound, FilterValue } from '../list/listFilters.ts';
import type { ListFigure } from '../list/listFigures.ts';

/** What a value of a filter is called; undefined for the id of a row, which only its list can name. */
export function valueLabel(field: Field, value: FilterValue): string | undefined {
  const isReference = field.kind === 'reference' || field.kind === 'references';
  if (value === 'none' && field.kind !== 'choice') return isReference ? 'None' : 'Not set';
  if (value === 'any' && field.kind !== 'choice') return isReference ? 'Any' : 'Set';
  if (field.kind === 'flag') return value === true || value === 'true' ? 'Yes' : 'No';
  return field.choices?.find((choice) => String(choice.value) === String(value))?.label;
}

/** A bound of a figure in words: "Fill ≤ 5%". */
export function boundLabel({ bound, value }: FigureBound, figure: ListFigure): string {
  const shown = figure.unit === 'usd' ? `$${value}` : figure.unit === 'ratio' ? `${percentOf(value)}%` : value;
  return `${figure.label} ${bound === 'min' ? '≥' : '≤'} ${shown}`;
}

/** A part of one as a percentage, without the noise of floats: "0.07" → 7. */
export function percentOf(share: string): number {
  return Number((Number(share) * 100).toFixed(7));
}

/** A typed number as the address has it: percentages become parts of one; null when it is no number. */
export function boundValue(text: string, unit: ListFigure['unit']): string | null {
  if (!/^-?\d{1,12}(\.\d{1,7})?$/.test(text)) return null;
  if (unit !== 'ratio') return text;
  return String(Number((Number(text) / 100).toFixed(9)));
}
