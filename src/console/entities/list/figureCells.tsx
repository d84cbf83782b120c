import type { ReactNode } from 'react';
import type { ComparedPeriod } from '#api/entities/listResponse.ts';
import type { ComparedFigures } from '#api/entities/rowParts.ts';
import { formatChange, formatCount, formatExactMoney, formatMoney, formatShare } from '../../lib/format.ts';
import { figuresOf, type ListFigure } from './listFigures.ts';

type Value = string | number | null | undefined;

function shown({ unit }: ListFigure, value: Value): string {
  if (unit === 'usd') return formatMoney(value as string | null);
  return unit === 'ratio' ? formatShare(value as number | null) : formatCount(value as number | null);
}

function exact({ unit }: ListFigure, value: Value): string {
  return unit === 'usd' ? formatExactMoney(value as string | null) : shown({ unit } as ListFigure, value);
}

const numberOf = (value: Value) => (value === null || value === undefined ? null : Number(value));
const arrows = { up: '▲', down: '▼', flat: '' };

/** A figure with its change against the previous period. A change that does not fit beside the figure is left out. */
export function figureCell(figure: ListFigure, { metrics, previous }: ComparedFigures): ReactNode {
  const value = metrics?.[figure.key];
  const change = formatChange(numberOf(value), numberOf(previous?.[figure.key]));
  const isBad = change?.direction === (figure.isIncreaseBad ? 'up' : 'down');
  return (
    <span className="cell-figure">
      <span className="min-w-0 truncate">{shown(figure, value)}</span>
      <span
        className="cell-change"
        data-tone={change && change.direction !== 'flat' ? (isBad ? 'bad' : 'good') : undefined}
      >
        {change ? `${arrows[change.direction]} ${change.text}` : null}
      </span>
    </span>
  );
}

/** The exact figure and its previous value, as a title. */
export function figureTitle(
  figure: ListFigure,
  { metrics, previous }: ComparedFigures,
  compared: ComparedPeriod | undefined,
): string | undefined {
  if (!metrics) return undefined;
  const before = exact(figure, previous?.[figure.key]);
  return `${exact(figure, metrics[figure.key])}\nBefore: ${before}${compared ? ` (${periodText(compared)})` : ''}`;
}

/** Placeholder of a figure that is loading. */
export const pendingCell = <span className="cell-muted animate-pulse">…</span>;

/**
 * The totals of all matching rows by column. While they load (null) their space is reserved, so that rows do not move.
 */
export function figureTotals(
  entity: Parameters<typeof figuresOf>[0],
  totals: ComparedFigures | null,
  compared: ComparedPeriod | undefined,
  rowCount: number,
): Record<string, ReactNode> {
  const cells: Record<string, ReactNode> = { name: `Total of ${formatCount(rowCount)}` };
  for (const figure of figuresOf(entity)) {
    if (totals === null) cells[figure.key] = pendingCell;
    if (totals?.metrics?.[figure.key] === undefined) continue;
    cells[figure.key] = <span title={figureTitle(figure, totals, compared)}>{figureCell(figure, totals)}</span>;
  }
  return cells;
}

function periodText({ from, to, until }: ComparedPeriod): string {
  const days = from === to ? from : `${from} to ${to}`;
  if (until === null) return days;
  const minutes = Math.round(until * 60);
  return `${days}, until ${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
