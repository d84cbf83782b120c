import { Link } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Entity, EntityName, Fields, Status } from '#model/index.ts';
import { useUser } from '../frame/session.ts';
import type { Column } from '../ui/column.ts';
import { pillClass } from '../ui/Pill.tsx';
import { columnsOf, shownColumns, type ListColumn } from './columns.ts';
import { canChangeRow } from './rowRights.ts';
import { statusName } from './statusWords.ts';
import { cells, notApplicable } from './cells.tsx';
import { isFieldShown } from './formModel.ts';
import { listSearchSchema } from './listSearch.ts';
import type { EntityRow } from './useEntity.ts';

/** What the cells of a list can do. */
export interface RowHandlers {
  onStatus: (row: EntityRow, status: Status) => void;
  onMenu: (row: EntityRow, anchor: Element) => void;
}

/** The table columns of an entity's list, stable until the choice of columns changes. */
export function useTableColumns(
  entity: Entity<Fields, EntityName>,
  names: string | undefined,
  handlers: RowHandlers,
): readonly Column<EntityRow>[] {
  const { timezone, role, demandId } = useUser();
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });

  return useMemo(() => {
    const toColumn = (column: ListColumn): Column<EntityRow> => {
      const { name, label, field } = column;
      const kind = cells[field.kind];
      const cellOf = (row: EntityRow) => ({ name, field, value: row[name], row, timezone, role });
      const canChange = (row: EntityRow) => canChangeRow(entity, row, { role, demandId });
      const base = { id: name, header: label, sortable: true, width: Math.max(kind.width, widthOfHeader(label)) };
      if (name === 'status') {
        return {
          ...base,
          sticky: true,
          cell: (row) => statusCell(row, canChange(row), latest.current.onStatus) ?? kind.cell(cellOf(row)),
        };
      }
      if (name === 'name') {
        return { ...base, sticky: true, grow: true, width: 240, cell: (row) => nameCell(row, latest.current.onMenu) };
      }
      if (name === 'demandId') {
        return {
          ...base,
          sortable: false,
          cell: (row) => (row[name] === null ? platformPill : kind.cell(cellOf(row))),
        };
      }
      return {
        ...base,
        ...(kind.isNumeric ? { align: 'end' } : {}),
        ...(field.help ? { hint: field.unit ? `${field.help} (${field.unit})` : field.help } : {}),
        cell: (row) => (isFieldShown(field, row) ? kind.cell(cellOf(row)) : notApplicable),
      };
    };
    return shownColumns(columnsOf(entity), names).map(toColumn);
  }, [entity, names, timezone, role, demandId]);
}

/** Marks a row that every account sees. */
const platformPill = <span className={pillClass('accent', false)}>Platform</span>;

/** Pixels in which a heading stands whole, with its sign of sorting. */
function widthOfHeader(label: string): number {
  return Math.ceil(label.length * 6.8) + 40;
}

/** The switch of a row that may be switched; null where its status is only to be read. */
function statusCell(row: EntityRow, canChange: boolean, onStatus: RowHandlers['onStatus']) {
  const status = statusName(row.status);
  if (!canChange || status === 'archived') return null;
  const isActive = status === 'active';
  return (
    <span className="flex items-center gap-1">
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={isActive}
        aria-label={`${row.name ?? row.id} is active`}
        onClick={() => onStatus(row, isActive ? 0 : 1)}
      />
      <span className={isActive ? 'text-xs' : 'cell-muted text-xs'}>{isActive ? 'Active' : 'Paused'}</span>
    </span>
  );
}

function nameCell(row: EntityRow, onMenu: RowHandlers['onMenu']) {
  const name = row.name ?? `#${row.id}`;
  return (
    <span className="flex items-center gap-1">
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({
          ...listSearchSchema.parse(before),
          open: row.id,
          tab: undefined,
        })}
        resetScroll={false}
        preload={false}
        title={name}
        className="cell-link min-w-0 flex-1 truncate"
      >
        {name}
      </Link>
      <button
        type="button"
        className="cell-button -mr-1.5 shrink-0"
        aria-label={`Actions for ${name}`}
        aria-haspopup="menu"
        onClick={(event) => onMenu(row, event.currentTarget)}
      >
        <EllipsisVertical aria-hidden />
      </button>
    </span>
  );
}
