import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import type { Column } from '../../ui/table/column.ts';
import { pillClass } from '../../ui/Pill.tsx';

/** Context of the cells. */
export interface CellContext {
  /** UTC offset in whole hours. */
  timezone: number;
  hidesMoney?: true | undefined;
  /** Opens the preview of a creative's media. */
  onPlay: (row: ObservedRow) => void;
}

/** A declared text, or a dash. */
export function declaredText(row: ObservedRow, name: string): string {
  const value = row.declared[name];
  return value === undefined || value === '' || value === 0 ? '' : String(value);
}

/** A column of a declared text. */
export function declaredColumn(
  id: string,
  header: string,
  width: number,
  more: Partial<Column<ObservedRow>> = {},
): Column<ObservedRow> {
  return { id, header, width, sortable: true, cell: (row) => muted(declaredText(row, id)), ...more };
}

/** A text, or a dash when it is empty. */
export function muted(text: string): ReactNode {
  return text === '' ? <span className="cell-muted">–</span> : <span dir="auto">{text}</span>;
}

/** When a row was first and last seen, in the user's time zone. */
export function firstAndLastSeenColumns({ timezone }: CellContext): Column<ObservedRow>[] {
  const when = (id: 'firstSeen' | 'lastSeen', header: string): Column<ObservedRow> => ({
    id,
    header,
    width: 104,
    sortable: true,
    firstSort: 'desc',
    cell: (row) => formatDate(row[id], timezone),
    title: (row) => formatDateTime(row[id], timezone),
  });
  return [when('firstSeen', 'First seen'), when('lastSeen', 'Last seen')];
}

const tones = { allow: 'good', block: 'bad', neutral: 'neutral' } as const;

/** The lists that contain a row. */
export function listsColumn(page: string): Column<ObservedRow> {
  return {
    id: 'lists',
    header: 'Lists',
    width: 180,
    cell: (row) =>
      row.lists.length === 0
        ? muted('')
        : row.lists.map(({ id, name, mode }) => (
            <Link key={id} to={page} search={{ open: id }} className={`${pillClass(toneOf(mode))} mr-1`}>
              {name}
            </Link>
          )),
    title: (row) => row.lists.map(({ name, mode }) => `${name} (${mode})`).join('\n') || undefined,
  };
}

function toneOf(mode: string): (typeof tones)[keyof typeof tones] {
  return mode in tones ? tones[mode as keyof typeof tones] : 'neutral';
}
