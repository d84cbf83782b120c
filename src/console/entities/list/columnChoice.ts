import { shownColumns, type ListColumn } from './columns.ts';
import type { ListFigure } from './listFigures.ts';

/** The column names after one was shown or hidden; undefined when they equal the default. */
export function toggledColumns(
  columns: readonly ListColumn[],
  names: string | undefined,
  toggled: string,
): string | undefined {
  const shown = shownColumns(columns, names).map((column) => column.name);
  return namesOf(columns, ({ name }) => (name === toggled ? !shown.includes(name) : shown.includes(name)));
}

/** The set of figures that a list shows. */
export type FigureExtent = 'lite' | 'full';

const isIn = (extent: FigureExtent, figure: ListFigure) => extent === 'full' || figure.isLite === true;

/** The column names with few or all figures; other columns stay as they are. */
export function withFigures(
  columns: readonly ListColumn[],
  names: string | undefined,
  extent: FigureExtent,
): string | undefined {
  const shown = shownColumns(columns, names);
  return namesOf(columns, (column) => (column.figure ? isIn(extent, column.figure) : shown.includes(column)));
}

/** The figure set among the columns; undefined for a custom choice. */
export function figureExtent(columns: readonly ListColumn[], names: string | undefined): FigureExtent | undefined {
  const shown = shownColumns(columns, names);
  return (['lite', 'full'] as const).find((extent) =>
    columns.every((column) => !column.figure || shown.includes(column) === isIn(extent, column.figure)),
  );
}

/** The names of columns for the address; undefined when they equal the default. */
function namesOf(columns: readonly ListColumn[], isShown: (column: ListColumn) => boolean): string | undefined {
  const list = (chosen: readonly ListColumn[]) => chosen.map(({ name }) => name).join(',');
  const next = list(columns.filter(isShown));
  return next === list(shownColumns(columns, undefined)) ? undefined : next;
}
