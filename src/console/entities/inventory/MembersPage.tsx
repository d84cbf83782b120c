import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { NotFoundPage } from '../../frame/NotFoundPage.tsx';
import { ApiError, messageOf } from '../../lib/problems.ts';
import { searchCache, searchRows, sortRows, type SortValue } from '../../lib/rows.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { asTexts } from '../asList.ts';
import { pageOf } from '../entityPages.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useRow } from '../useEntity.ts';
import type { Inventory } from './inventory.ts';
import { inventoryColumns } from './inventoryColumns.tsx';
import { InventoryView } from './InventoryView.tsx';
import { withFigures, type InventoryRow } from './listMembers.ts';
import { useFigures } from './useFigures.ts';
import { useInventoryState } from './useInventoryState.ts';

/** Values that one filter of a report takes; a longer list is compared with all that was seen. */
const mostFiltered = 1000;
const mostSeen = 100_000;

const searchText = searchCache((row: InventoryRow) => row.name);

/** The members of one list, each with its figures where traffic knows it. */
export function MembersPage({ inventory, id }: { inventory: Inventory; id: number }) {
  const { label, noun, dimension, icon, list, read } = inventory;
  const { search, sort, change } = useInventoryState('name');
  const { data: row, error, isPending, isFetching, refetch } = useRow(list, id);
  const members = useMemo(() => {
    const all = asTexts(row?.['items']);
    return read ? read(all) : all;
  }, [row, read]);
  const isShort = members.length <= mostFiltered;
  const { report, metrics, range } = useFigures(
    dimension ?? 'app',
    {
      filters: isShort && dimension ? [{ dim: dimension, op: 'in', values: members }] : [],
      limit: isShort ? mostFiltered : mostSeen,
    },
    dimension !== null && members.length > 0,
  );
  const columns = useMemo(() => inventoryColumns(label, dimension, metrics), [label, dimension, metrics]);
  const rows = useMemo(() => {
    if (!row) return null;
    const all = withFigures(members, report.data?.rows ?? [], dimension ?? '');
    return sortRows(searchRows(all, search.q ?? '', searchText), (each) => valueOf(each, sort.id), sort.direction);
  }, [row, members, report.data, dimension, search.q, sort.id, sort.direction]);
  const isLate = useDelayed(isPending);
  const isStale = useDelayed(dimension !== null && members.length > 0 && report.isPending);

  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  const lists = list.pluralLabel.toLowerCase();
  const page = pageOf(list.name) ?? '/';
  return (
    <InventoryView
      title={row?.name ?? inventory.title}
      about={aboutMembers(inventory, range, report.isError && !report.data ? messageOf(report.error) : null)}
      actions={
        row ? (
          <>
            <Link to={page} search={{ open: id }} className={buttonClass('secondary')}>
              Open the list
            </Link>
            <Link to={page} className={buttonClass('ghost')}>
              All {lists}
            </Link>
          </>
        ) : null
      }
      noun={noun}
      search={search}
      sort={sort}
      columns={columns}
      rows={rows}
      totals={null}
      isLoading={isLate}
      isStale={isStale}
      onChange={change}
      empty={
        error ? (
          <ErrorState
            title={`This ${list.label.toLowerCase()} could not be loaded`}
            text={messageOf(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : !row ? null : search.q && members.length > 0 ? (
          <EmptyState
            icon={<SearchX />}
            title={`No ${noun} match`}
            text={`No member of this list has “${search.q}” in its name.`}
            action={<Button onClick={() => change({ q: undefined })}>Clear the search</Button>}
          />
        ) : (
          <EmptyState
            icon={icon}
            title={`No ${noun} in this list`}
            text={
              read && asTexts(row['items']).length > 0
                ? `None of its members reads as one of the ${noun}.`
                : 'Open the list to add members.'
            }
          />
        )
      }
    />
  );
}

function valueOf(row: InventoryRow, column: string): SortValue {
  if (column === 'name') return row.name;
  const value = row.figures?.[column];
  return value === null || value === undefined ? null : Number(value);
}

/** What the figures beside the members are, or why there are none. */
function aboutMembers({ noun, dimension }: Inventory, range: string, fault: string | null): string {
  if (!dimension) return `The ${noun} of this list. Traffic does not record ${noun} yet, so there are no figures.`;
  if (fault !== null) return `The ${noun} of this list. Their figures could not be loaded: ${fault}`;
  return `The ${noun} of this list, with the figures of ${range} where there was traffic.`;
}
