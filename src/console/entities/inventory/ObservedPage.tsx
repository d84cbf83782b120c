import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { messageOf } from '../../lib/problems.ts';
import { formatValue } from '../../reporting/formatValue.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useDelayed } from '../../lib/useDelayed.ts';
import type { Inventory } from './inventory.ts';
import { inventoryColumns, type InventoryDimension } from './inventoryColumns.tsx';
import { InventoryView } from './InventoryView.tsx';
import type { InventoryRow } from './listMembers.ts';
import { useFigures } from './useFigures.ts';
import { useInventoryState } from './useInventoryState.ts';

const mostRows = 1000;
const noFigures: readonly InventoryRow[] = [];

/** The apps or sites that asked for ads in the last days, the busiest first. */
export function ObservedPage({ inventory, dimension }: { inventory: Inventory; dimension: InventoryDimension }) {
  const { title, label, noun, icon } = inventory;
  const { search, sort, change } = useInventoryState('-reqs');
  const { report, metrics, range } = useFigures(
    dimension,
    {
      // Requests of the other kind of inventory have none of this.
      filters: [
        { dim: dimension, op: 'not_in', values: [''] },
        ...(search.q ? [{ dim: dimension, op: 'contains' as const, values: [search.q] }] : []),
      ],
      sort: [{ key: sort.id === 'name' ? dimension : sort.id, dir: sort.direction }],
      limit: mostRows,
    },
    true,
  );
  const columns = useMemo(() => inventoryColumns(label, dimension, metrics), [label, dimension, metrics]);
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = report;
  const rows = useMemo(
    () => data?.rows.map((figures): InventoryRow => ({ name: String(figures[dimension]), figures })) ?? null,
    [data, dimension],
  );
  const isLate = useDelayed(isPending);
  const isStale = useDelayed(isPlaceholderData && isFetching);
  const totals = data
    ? {
        name: 'Totals',
        ...Object.fromEntries(metrics.map(({ key, unit }) => [key, formatValue(data.totals[key], unit)])),
      }
    : null;
  return (
    <InventoryView
      title={title}
      about={`The ${noun} that asked for ads in ${range}.`}
      noun={noun}
      search={search}
      sort={sort}
      columns={columns}
      rows={rows ?? (isPending || error ? null : noFigures)}
      totals={totals}
      isLoading={isLate}
      isStale={isStale}
      foot={(rows?.length ?? 0) === mostRows ? `The first ${mostRows} in this order; search to find others.` : null}
      onChange={change}
      empty={
        error && !data ? (
          <ErrorState
            title={`The ${noun} could not be loaded`}
            text={messageOf(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : isPending ? null : search.q ? (
          <EmptyState
            icon={<SearchX />}
            title={`No ${noun} match`}
            text={`Nothing that asked for ads has “${search.q}” in its name.`}
            action={<Button onClick={() => change({ q: undefined })}>Clear the search</Button>}
          />
        ) : (
          <EmptyState
            icon={icon}
            title={`No ${noun} yet`}
            text={`The ${noun} of the last 7 days of traffic come here.`}
          />
        )
      }
    />
  );
}
