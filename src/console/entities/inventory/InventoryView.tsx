import type { ReactNode } from 'react';
import { pageSizes } from '#model/reference/listOptions.ts';
import { formatCount } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column, RowId, Sort } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { SearchBox } from '../../ui/field/SearchBox.tsx';
import { LazyPager } from '../list/LazyPager.tsx';
import type { InventorySearch } from './inventorySearch.ts';

interface InventoryViewProps<Row> {
  title: string;
  /** Links beside the title to other views of the same rows. */
  views?: ReactNode;
  /** Text under the title about where the rows come from. */
  about: ReactNode;
  actions?: ReactNode;
  /** Plural noun of the rows: "apps". */
  noun: string;
  /** Searched properties, for the placeholder. */
  searched: string;
  filters?: ReactNode;
  search: Pick<InventorySearch, 'q' | 'page' | 'size'>;
  sort: Sort;
  columns: readonly Column<Row>[];
  /** The rows of the page; null while they load. */
  rows: readonly Row[] | null;
  rowId: (row: Row) => string;
  total: number;
  totals: Readonly<Record<string, ReactNode>> | null;
  /** Selected rows; absent where rows cannot be selected. */
  selection?: ReadonlySet<RowId>;
  onSelection?: (chosen: Set<RowId>) => void;
  /** Bar of actions for the selected rows, over the foot. */
  bar?: ReactNode;
  isLoading: boolean;
  isStale: boolean;
  empty: ReactNode;
  onChange: (
    part: Partial<Pick<InventorySearch, 'q' | 'sort' | 'page' | 'size'>>,
    options?: { replace: boolean },
  ) => void;
}

/** A page of inventory: title, search, and the rows with their figures. */
export function InventoryView<Row>({
  title,
  views,
  about,
  actions,
  noun,
  searched,
  filters,
  search,
  sort,
  columns,
  rows,
  rowId,
  total,
  totals,
  selection,
  onSelection,
  bar,
  isLoading,
  isStale,
  empty,
  onChange,
}: InventoryViewProps<Row>) {
  const page = search.page ?? 1;
  return (
    <main className="relative flex h-full min-h-0 flex-col bg-surface">
      <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-4">
        <div className="flex min-w-0 flex-col gap-1">
          <div className="flex min-w-0 items-center gap-5">
            <h1 className="flex min-w-0 items-center gap-2 text-xl font-semibold tracking-tight">
              <span className="min-w-0 truncate" dir="auto" title={title}>
                {title}
              </span>
              {rows ? <Badge className="text-xs">{formatCount(total)}</Badge> : null}
            </h1>
            {views}
          </div>
          <p className="text-xs text-muted">{about}</p>
        </div>
        <div className="flex shrink-0 items-center gap-2">{actions}</div>
      </div>
      <div className="flex flex-wrap items-center gap-2 px-6 pb-3" data-print="hide">
        <SearchBox
          label={`Search ${noun}`}
          placeholder={searched}
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q.trim() || undefined }, { replace: true })}
          className="w-64"
        />
        {filters}
      </div>
      <DataTable
        label={title}
        className="min-h-0 flex-1 border-t"
        columns={columns}
        rows={rows ?? []}
        rowId={rowId}
        rowName={rowId}
        sort={sort}
        onSort={({ id, direction }) => onChange({ sort: `${direction === 'desc' ? '-' : ''}${id}` })}
        {...(selection && onSelection ? { selection, onSelection } : {})}
        totals={totals}
        loading={isLoading}
        stale={isStale}
        page={page}
        rowCount={total + 1}
        empty={empty}
      />
      {rows ? (
        <div className="flex min-h-12 flex-wrap items-center gap-x-6 border-t bg-sunken px-6 py-2">
          <LazyPager
            className="flex-1"
            page={page}
            size={search.size}
            total={total}
            noun={noun}
            onPage={(next) => onChange({ page: next })}
            onSize={(size) => onChange({ size: pageSizes.find((each) => each === size) ?? search.size })}
          />
        </div>
      ) : (
        <div className="min-h-12 border-t bg-sunken" />
      )}
      {bar}
    </main>
  );
}
