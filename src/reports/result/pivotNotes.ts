import { dimensionOf, type DimensionKey } from '../dimensions/dimensions.ts';
import { inSentence } from '../inSentence.ts';
import { maxPivotColumns, maxPivotRows } from '../question/pivotQuestions.ts';
import { reportLimits } from '../question/request.ts';

/** Which columns, rows and cells a pivot table shows, given their numbers. */
export function pivotNotes(pivot: DimensionKey, columns: number, rows: number, cells: number): string {
  const { label } = dimensionOf(pivot);
  const isAll = columns <= maxPivotColumns;
  const count = `${columns.toLocaleString('en-US')}${columns >= reportLimits.filterValues ? ' or more' : ''}`;
  const notes = [
    isAll
      ? `${count} ${columns === 1 ? 'column' : 'columns'} by ${inSentence(label)}. The first columns are the row totals.`
      : `Showing the ${maxPivotColumns} largest of ${count} columns by ${inSentence(label)}. Row totals include all columns.`,
    rows >= maxPivotRows ? `First ${maxPivotRows.toLocaleString('en-US')} rows.` : '',
    cells >= reportLimits.rows ? 'Too many cells: some are left empty. Choose fewer dimensions.' : '',
  ];
  return notes.filter(Boolean).join(' ');
}
