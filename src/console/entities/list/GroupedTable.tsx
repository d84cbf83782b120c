import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { GroupsResponse, RowGroup } from '#api/entities/groupContract.ts';
import { companyOf } from '#model/reference/partners/companies.ts';
import { formatCount } from '../../lib/format.ts';
import { DataTable, type Column, type DataTableProps } from '../../ui/table/DataTable.tsx';
import { asText } from '../form/asText.ts';
import type { EntityRow } from '../useEntity.ts';
import { figureCell, figureTitle } from './figureCells.tsx';
import { figuresOf } from './listFigures.ts';
import { groupRowsOf, isGroupRow, type GroupRow } from './groupRows.ts';

/** A list by partner: a row per group with the figures of all its rows, and below it the rows of the open ones. */
export function GroupedTable({
  entity,
  response,
  opened,
  isLoaded,
  onToggle,
  columns,
  rows,
  ...table
}: Omit<DataTableProps<EntityRow>, 'rowId' | 'rowName' | 'rowClassName' | 'onRowClick'> & {
  entity: Parameters<typeof figuresOf>[0];
  response: GroupsResponse | undefined;
  /** The values of the open groups. */
  opened: readonly string[];
  /** Whether the rows are those of all open groups. */
  isLoaded: boolean;
  onToggle: (value: string) => void;
}) {
  const { sort = null, canSelect, onRowContextMenu } = table;
  const shown = useMemo(
    () =>
      groupRowsOf(response?.groups ?? [], rows, {
        opened,
        isLoaded,
        sort,
        groupOf: ({ partner }) => companyOf(asText(partner))?.id ?? asText(partner),
      }),
    [response, rows, opened, isLoaded, sort],
  );
  const groupedColumns = useMemo(() => {
    const figures = new Map(figuresOf(entity).map((figure) => [figure.key, figure]));
    return columns.map((column): Column<EntityRow | GroupRow> => {
      const figure = figures.get(column.id);
      return {
        ...column,
        cell(row) {
          if (!isGroupRow(row)) return column.id === 'name' ? indented(column.cell(row)) : column.cell(row);
          if (column.id === 'name') return nameCell(row, opened.includes(row.group.value), onToggle);
          return figure && row.group.metrics && !row.isMore ? figureCell(figure, row.group) : null;
        },
        title(row) {
          if (!isGroupRow(row)) return column.title?.(row);
          return figure && !row.isMore ? figureTitle(figure, row.group, response?.compared) : undefined;
        },
      };
    });
  }, [columns, entity, opened, onToggle, response?.compared]);
  return (
    <DataTable<EntityRow | GroupRow>
      {...table}
      columns={groupedColumns}
      rows={shown}
      rowId={({ id }) => id}
      rowName={(row) => (isGroupRow(row) ? labelOf(row.group) : (row.name ?? `#${row.id}`))}
      canSelect={(row) => !isGroupRow(row) && (canSelect?.(row) ?? true)}
      rowClassName={(row) => (isGroupRow(row) ? 'font-medium' : undefined)}
      onRowContextMenu={(row, event) => {
        if (!isGroupRow(row)) onRowContextMenu?.(row, event);
      }}
    />
  );
}

const labelOf = ({ label }: RowGroup) => label || 'No partner';

/** The name of a row of an open group. */
function indented(name: ReactNode): ReactNode {
  return <div className="min-w-0 pl-5">{name}</div>;
}

function nameCell({ group, isMore }: GroupRow, isOpen: boolean, onToggle: (value: string) => void) {
  if (isMore) {
    return (
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({ ...before, group: undefined, partner: group.values.join(',') })}
        className="cell-link font-normal!"
      >
        Show all {formatCount(group.count)} of {labelOf(group)}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className="flex w-full items-center gap-1 text-left"
      aria-expanded={isOpen}
      onClick={() => onToggle(group.value)}
    >
      {isOpen ? <ChevronDown aria-hidden className="size-3.5" /> : <ChevronRight aria-hidden className="size-3.5" />}
      <span className="truncate">{labelOf(group)}</span>
      <span className="cell-muted">{formatCount(group.count)}</span>
    </button>
  );
}
