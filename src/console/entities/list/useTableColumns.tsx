import { Link } from '@tanstack/react-router';
import { EllipsisVertical, Pencil } from 'lucide-react';
import { Suspense, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { ComparedPeriod } from '#api/entities/listResponse.ts';
import { isFieldShown, type Entity, type EntityName, type Field, type Fields, type Status } from '#model/index.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { formatCount } from '../../lib/format.ts';
import type { Column } from '../../ui/table/column.ts';
import { pillClass } from '../../ui/Pill.tsx';
import { columnsOf, isComputed, shownColumns, type ListColumn } from './columns.ts';
import { pendingCell, figureCell, figureTitle } from './figureCells.tsx';
import { statesOf } from './listFilters.ts';
import { searchOf, stateChip } from './stateChip.tsx';
import { canChangeRow } from '../rowRights.ts';
import { pacingCell, pacingOf } from './pacingCell.tsx';
import { statusName } from '../statusLabels.ts';
import { trafficCell, trafficOf, trafficTitle } from './trafficCells.ts';
import { cells, notApplicable } from './cells.tsx';
import type { EntityRow } from '../useEntity.ts';

/** Callbacks of a list's cells. */
export interface RowHandlers {
  onStatus: (row: EntityRow, status: Status) => void;
  onMenu: (row: EntityRow, anchor: Element) => void;
  /** Opens the editor of a cell. */
  onQuick: (row: EntityRow, field: string) => void;
}

/** The table columns of an entity's list, stable until the choice of columns changes. */
export function useTableColumns(
  entity: Entity<Fields, EntityName>,
  {
    names,
    compared,
    areFiguresLate,
  }: { names: string | undefined; compared: ComparedPeriod | undefined; areFiguresLate: boolean },
  handlers: RowHandlers,
): readonly Column<EntityRow>[] {
  const user = useUser();
  const { timezone } = user;
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });

  const comparedText = JSON.stringify(compared);

  return useMemo(() => {
    const compared = comparedText === undefined ? undefined : (JSON.parse(comparedText) as ComparedPeriod);
    const toColumn = (column: ListColumn): Column<EntityRow> => {
      const { name, label, field, figure } = column;
      const kind = cells[field.kind];
      const cellOf = (row: EntityRow) => ({ name, field, value: row[name], row, timezone, reader: user });
      const canChange = (row: EntityRow) => canChangeRow(entity, row, user);
      const base = {
        id: name,
        header: label,
        sortable: !isComputed(name) && field.kind !== 'structure',
        width: Math.max(field.parts ? partedWidth : kind.width, widthOfHeader(label), widthOfChoices(field)),
      };
      if (figure) {
        return {
          ...base,
          align: 'end',
          width: 160,
          hint: figure.help,
          cell: (row) => (row.metrics ? figureCell(figure, row) : areFiguresLate ? pendingCell : notApplicable),
          title: (row) => figureTitle(figure, row, compared),
        };
      }
      if (name === 'status') {
        return {
          ...base,
          sticky: true,
          ...(statesOf(entity).length > 0 ? { width: 164 } : {}),
          cell: (row) =>
            statusCell(entity, row, canChange(row) ? latest.current.onStatus : null) ?? kind.cell(cellOf(row)),
        };
      }
      if (name === 'name') {
        const cell = (row: EntityRow) =>
          nameCell(row, { ...latest.current, canRename: field.isQuick === true && canChange(row) });
        return { ...base, sticky: true, grow: true, width: 256, cell };
      }
      if (name === 'delivered') {
        const waiting = areFiguresLate ? pendingCell : notApplicable;
        return {
          ...base,
          sortable: true,
          width: 148,
          hint: field.help,
          cell(row) {
            const pace = pacingOf(row);
            return pace === undefined ? waiting : (pacingCell(pace) ?? notApplicable);
          },
        };
      }
      if (name === 'look') {
        return { ...base, width: 64, hint: field.help, cell: thumbnailCell };
      }
      if (name === 'offers' || name === 'lostBy') {
        return {
          ...base,
          ...(name === 'offers' ? { align: 'end' as const } : { width: 220 }),
          hint: field.help,
          cell: (row) => trafficCell(name, row) ?? (areFiguresLate && !trafficOf(row) ? pendingCell : notApplicable),
          title: (row) => trafficTitle(name, row),
        };
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
        cell(row) {
          const place = isFieldShown(field, row) ? { name, field } : replacementOf(entity, field, row);
          if (!place) return field.elsewhere ? placeholderCell(field.elsewhere) : notApplicable;
          const shown = place.field === field ? kind.cell(cellOf(row)) : replacementCell(field, row);
          return place.field.isQuick && canChange(row) && row.status !== 2
            ? quickCell(shown, () => latest.current.onQuick(row, place.name), place.name)
            : shown;
        },
      };
    };
    return shownColumns(columnsOf(entity), names).map(toColumn);
  }, [entity, names, comparedText, areFiguresLate, timezone, user]);
}

// Only one list uses it, and it contains the renderers of all media kinds.
const CreativeThumbnail = lazyChunk(() => import('../../media/CreativeThumbnail.tsx'), 'CreativeThumbnail');

/** A thumbnail that links to the preview. The row's name is the link for keyboards. */
function thumbnailCell(row: EntityRow) {
  return (
    <Link
      to="."
      search={searchOf(row.id, 'preview')}
      resetScroll={false}
      preload={false}
      tabIndex={-1}
      aria-hidden
      className="block"
    >
      <Suspense fallback={null}>
        <CreativeThumbnail row={row} />
      </Suspense>
    </Link>
  );
}

/** Returns the field shown in place of one that does not apply to the row. */
function replacementOf(entity: Entity, { replacedBy }: Field, row: EntityRow) {
  const field = replacedBy && entity.fields[replacedBy.field];
  return field && isFieldShown(field, row) ? { name: replacedBy.field, field } : null;
}

/** The value of such a field with its unit, among the values of another field. */
function replacementCell({ replacedBy }: Field, row: EntityRow): ReactNode {
  const value = replacedBy && row[replacedBy.field];
  return typeof value === 'number' ? `${formatCount(value)} ${replacedBy?.unit}` : notApplicable;
}

const placeholderCell = (text: string) => <span className="cell-muted">{text}</span>;

/** Marks a row that all accounts see. */
const platformPill = <span className={pillClass('accent', false)}>Platform</span>;

/** Column width of texts that are split into parts, in pixels. */
const partedWidth = 480;

/** Pixels that a whole heading with its sort icon takes. */
function widthOfHeader(label: string): number {
  return Math.ceil(label.length * 6.8) + 40;
}

/** Pixels that the longest choice takes, up to a maximum. */
function widthOfChoices({ choices = [] }: Field): number {
  const longest = Math.max(0, ...choices.map((choice) => choice.label.split(': ')[0]?.length ?? 0));
  return Math.min(Math.ceil(longest * 6.8) + 20, 190);
}

/** A value that a press or F2 edits in place. */
function quickCell(shown: ReactNode, onQuick: () => void, name: string) {
  return (
    <button type="button" className="cell-quick" data-field={name} onClick={onQuick} onKeyDown={onF2(onQuick)}>
      {shown}
    </button>
  );
}

function onF2(act: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key === 'F2') act();
  };
}

/**
 * The status switch of a row, and the chip of a state that prevents it from serving; null where the status is read-only
 * and there is no such state.
 */
function statusCell(entity: Entity, row: EntityRow, onStatus: RowHandlers['onStatus'] | null) {
  const status = statusName(row.status);
  const chip = stateChip(entity, row);
  if (!chip && (!onStatus || status === 'archived')) return null;
  const isActive = status === 'active';
  const word = isActive ? 'Active' : 'Paused';
  return (
    <span className="flex items-center gap-1">
      {onStatus && status !== 'archived' ? (
        <button
          type="button"
          role="switch"
          className="switch"
          aria-checked={isActive}
          aria-label={`${row.name ?? row.id} is active`}
          onClick={() => onStatus(row, isActive ? 0 : 1)}
        />
      ) : null}
      {chip ?? <span className={isActive ? 'text-xs' : 'cell-muted text-xs'}>{word}</span>}
    </span>
  );
}

function nameCell(
  row: EntityRow,
  { onMenu, onQuick, canRename }: Pick<RowHandlers, 'onMenu' | 'onQuick'> & { canRename: boolean },
) {
  const name = row.name ?? `#${row.id}`;
  const rename = () => onQuick(row, 'name');
  return (
    <span className="flex items-center gap-1">
      <Link
        to="."
        search={searchOf(row.id)}
        resetScroll={false}
        preload={false}
        title={name}
        className="cell-link min-w-0 flex-1 truncate"
        {...(canRename ? { 'data-field': 'name', onKeyDown: onF2(rename) } : {})}
      >
        {name}
      </Link>
      {canRename ? (
        <button
          type="button"
          className="cell-button cell-on-hover shrink-0"
          tabIndex={-1}
          aria-label={`Rename ${name}`}
          title="Rename (F2)"
          onClick={rename}
        >
          <Pencil aria-hidden />
        </button>
      ) : null}
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
