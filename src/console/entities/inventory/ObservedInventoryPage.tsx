import { SearchX } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState, use } from 'react';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import { mayDo, mayRead } from '#model/index.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Button } from '../../ui/Button.tsx';
import type { RowId } from '../../ui/table/column.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { ChosenBar } from './ChosenBar.tsx';
import type { Inventory } from './inventory.ts';
import { filtersOf, isFiltered, nothingFiltered } from './filtersOf.ts';
import { inventoryQuery, type InventoryQuery } from './inventorySearch.ts';
import { InventoryView } from './InventoryView.tsx';
import { observedColumns, totalsOf } from './observedColumns.tsx';
import { ObservedViews } from './ObservedViews.tsx';
import { useInventoryState } from './useInventoryState.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { defaultObservedSort, type ObservedName } from '#model/supply/observedInventory.ts';
import { ApiContext } from '../../lib/apiContext.ts';

// The pickers are large, and most users only sort and search.
const InventoryFilters = lazyChunk(() => import('./InventoryFilters.tsx'), 'InventoryFilters');
const MediaPreview = lazyChunk(() => import('./MediaPreview.tsx'), 'MediaPreview');
const AddToListDialog = lazyChunk(() => import('./AddToListDialog.tsx'), 'AddToListDialog');

const nothingChosen: ReadonlySet<string> = new Set();

/** The page of observed inventory of one kind, the highest revenue or most impressions first by default. */
export function ObservedInventoryPage({ inventory }: { inventory: Inventory }) {
  const { title, noun, icon, observed, list } = inventory;
  const user = useUser();
  const { timezone, hidesMoney } = user;
  const { search, sort, change } = useInventoryState(defaultObservedSort(user));
  const sorted = `${sort.direction === 'desc' ? '-' : ''}${sort.id}`;
  const filters = filtersOf(inventory);
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useObservedInventory(
    observed,
    inventoryQuery(search, sorted, filters),
  );
  const [played, setPlayed] = useState<ObservedRow | null>(null);
  const [chosen, setChosen] = useState(nothingChosen);
  const [isAdding, setAdding] = useState(false);
  const canChoose = mayDo(user, list.name, 'update');
  const hasLists = mayRead(user, list.name);
  const play = useCallback((row: ObservedRow) => setPlayed(row), []);
  const columns = useMemo(
    () => observedColumns(inventory, { timezone, hidesMoney, onPlay: play }, hasLists),
    [inventory, timezone, hidesMoney, play, hasLists],
  );
  const isLate = useDelayed(isPending);
  const isStale = useDelayed(isPlaceholderData && isFetching);
  const isNarrowed = Boolean(search.q) || isFiltered(search);
  return (
    <>
      <InventoryView
        title={title}
        views={<ObservedViews observed={observed} />}
        about={`Observed ${noun}, with figures for the last 7 days (${offsetLabel(timezone)}).`}
        noun={noun}
        searched={observed === 'creatives' ? 'Title, ID, advertiser, domain' : 'Part of the name or ID'}
        filters={
          <Suspense fallback={null}>
            <InventoryFilters inventory={inventory} search={search} onChange={change} />
          </Suspense>
        }
        search={search}
        sort={sort}
        columns={columns}
        rows={data?.rows ?? null}
        rowId={(row) => row.key}
        total={data?.total ?? 0}
        totals={data ? totalsOf(inventory, columns, data.totals) : null}
        {...(canChoose
          ? { selection: chosen, onSelection: (next: Set<RowId>) => setChosen(new Set([...next].map(String))) }
          : {})}
        bar={
          <ChosenBar
            count={chosen.size}
            inventory={inventory}
            onAdd={() => setAdding(true)}
            onClear={() => setChosen(nothingChosen)}
          />
        }
        isLoading={isLate}
        isStale={isStale}
        onChange={change}
        empty={
          error && !data ? (
            <LoadError title={`The ${noun} could not be loaded`} query={{ error, refetch, isFetching }} />
          ) : isPending ? null : isNarrowed ? (
            <EmptyState
              icon={<SearchX />}
              title={`No ${noun} match`}
              text={search.q ? `No observed ${noun} contain “${search.q}”.` : 'No matches for these filters.'}
              action={<Button onClick={() => change({ ...nothingFiltered, q: undefined })}>Show all</Button>}
            />
          ) : (
            <EmptyState icon={icon} title={`No ${noun} yet`} text={`They appear here once they are seen in traffic.`} />
          )
        }
      />
      <Suspense>
        {played ? <MediaPreview row={played} onClose={() => setPlayed(null)} /> : null}
        {isAdding ? (
          <AddToListDialog
            inventory={inventory}
            keys={[...chosen]}
            onClose={() => setAdding(false)}
            onDone={() => {
              setAdding(false);
              setChosen(nothingChosen);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** A page of observed inventory. The previous page's rows stay until the next ones are loaded. */
function useObservedInventory(name: ObservedName, query: InventoryQuery) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['observed', name, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get(`/api/observed/${name}`, { query, signal }),
  });
}
