import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { NotFoundPage } from '../../frame/errors/NotFoundPage.tsx';
import { ApiError, messageOf } from '../../lib/problems.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { pageOf } from '#model/entity/entityPages.ts';
import { observedKind } from '#model/supply/observedInventory.ts';
import { useRow } from '../useEntity.ts';
import type { Inventory } from './inventory.ts';
import { InventoryView } from './InventoryView.tsx';
import { memberColumns, withFigures } from './memberColumns.tsx';
import { useInventoryState } from './useInventoryState.ts';
import { useMemberFigures, useInventoryMembers } from './useInventoryMembers.ts';

const noMembers: readonly string[] = [];

/** The members of one list, with their figures where traffic contains them. */
export function MembersPage({ inventory, id }: { inventory: Inventory; id: number }) {
  const { noun, dimension, icon, list } = inventory;
  const { search, sort, change } = useInventoryState('value');
  const { data: row, error: rowError, isPending: isRowPending } = useRow(list, id);
  const { q, page, size } = search;
  const isDescending = sort.id === 'value' && sort.direction === 'desc';
  const query = { q, page: page ?? 1, size, sort: isDescending ? '-value' : 'value' } as const;
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useInventoryMembers(inventory, id, query);
  const members = data?.members ?? noMembers;
  const { report, metrics, range } = useMemberFigures(inventory, members);
  const columns = useMemo(() => memberColumns(inventory, metrics), [inventory, metrics]);
  const rows = useMemo(
    () => (data ? withFigures(data.members, report.data?.rows ?? [], dimension) : null),
    [data, report.data, dimension],
  );
  const isLate = useDelayed(isPending || isRowPending);
  const isStale = useDelayed((isPlaceholderData && isFetching) || (members.length > 0 && report.isPending));

  if (rowError instanceof ApiError && rowError.status === 404) return <NotFoundPage />;
  const path = pageOf(list.name) ?? '/';
  const { listKind } = observedKind(inventory.observed);
  if (row && listKind !== undefined && Reflect.get(row, 'kind') !== listKind) {
    return (
      <EmptyState
        isPage
        icon={icon}
        title={`This list contains no ${noun}`}
        text={`The members of “${row.name}” are of another type.`}
        action={
          <Link to={path} search={{ open: id, tab: 'members' }} className={buttonClass('primary')}>
            Open members
          </Link>
        }
      />
    );
  }
  const lists = list.pluralLabel.toLowerCase();
  const fault = error ?? rowError;
  return (
    <InventoryView
      title={row?.name ?? inventory.title}
      about={
        report.isError && !report.data
          ? `The ${noun} in this list. Their figures could not be loaded: ${messageOf(report.error)}`
          : `The ${noun} in this list, with figures for ${range} where there was traffic.`
      }
      actions={
        row ? (
          <>
            <Link to={path} search={{ open: id }} className={buttonClass('secondary')}>
              Open the list
            </Link>
            <Link to={path} className={buttonClass('ghost')}>
              All {lists}
            </Link>
          </>
        ) : null
      }
      noun={noun}
      searched="Part of a member"
      search={search}
      sort={{ id: 'value', direction: isDescending ? 'desc' : 'asc' }}
      columns={columns}
      rows={rows}
      rowId={({ name }) => name}
      total={data?.total ?? 0}
      totals={null}
      isLoading={isLate}
      isStale={isStale}
      onChange={change}
      empty={
        fault && !data ? (
          <ErrorState
            title={`This ${list.label.toLowerCase()} could not be loaded`}
            text={messageOf(fault)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : !data ? null : q ? (
          <EmptyState
            icon={<SearchX />}
            title={`No ${noun} match`}
            text={`No member of this list contains “${q}”.`}
            action={<Button onClick={() => change({ q: undefined })}>Clear the search</Button>}
          />
        ) : (
          <EmptyState
            icon={icon}
            title={`No ${noun} in this list`}
            text="Open the list to add members."
            action={
              <Link to={path} search={{ open: id, tab: 'members' }} className={buttonClass('primary')}>
                Open members
              </Link>
            }
          />
        )
      }
    />
  );
}
