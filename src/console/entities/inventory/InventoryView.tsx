import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { pageRows } from '../../lib/rows.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column, Sort } from '../../ui/column.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { LazyPager } from '../LazyPager.tsx';
import { pageSizes } from '../listSearch.ts';
import type { InventorySearch } from './inventorySearch.ts';
import type { InventoryRow } from './listMembers.ts';

/** A page of inventory: what it is, a search, and the rows with their figures. */
export function InventoryView({
  title,
  about,
  actions,
  noun,
  search,
  sort,
  columns,
  rows,
  totals,
  isLoading,
  isStale,
  empty,
  foot,
  onChange,
}: {
  title: string;
  /** Under the title: where the rows come from. */
  about: ReactNode;
  actions?: ReactNode;
  /** What the rows are, in the plural: "apps". */
  noun: string;
  search: InventorySearch;
  sort: Sort;
  columns: readonly Column<InventoryRow>[];
  /** All rows that match, in order; null while they are unknown. */
  rows: readonly InventoryRow[] | null;
  totals: Readonly<Record<string, ReactNode>> | null;
  isLoading: boolean;
  isStale: boolean;
  empty: ReactNode;
  /** A remark beside the pager. */
  foot?: ReactNode;
  onChange: (part: Partial<InventorySearch>, options?: { replace: boolean }) => void;
}) {
  const shown = pageRows(rows ?? [], search.page ?? 1, search.size);
  return (
    <main className="relative flex h-full min-h-0 flex-col bg-surface">
      <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-4">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="flex min-w-0 items-center gap-2 text-xl font-semibold tracking-tight">
            <span className="min-w-0 truncate" dir="auto" title={title}>
              {title}
            </span>
            {rows ? <Badge className="text-xs">{formatCount(shown.total)}</Badge> : null}
          </h1>
          <p className="text-xs text-muted">{about}</p>
        </div>
        <div className="flex shrink-0 items-center gap-2">{actions}</div>
      </div>
      <div className="flex flex-wrap items-center gap-2 px-6 pb-3" data-print="hide">
        <SearchBox
          label={`Search ${noun}`}
          placeholder="Part of the name"
          value={search.q ?? ''}
          onChange={(q) => onChange({ q: q.trim() || undefined }, { replace: true })}
          className="w-64"
        />
      </div>
      <DataTable
        label={title}
        className="min-h-0 flex-1 border-t"
        columns={columns}
        rows={shown.rows}
        rowId={(row) => row.name}
        rowName={(row) => row.name}
        sort={sort}
        onSort={({ id, direction }) => onChange({ sort: `${direction === 'desc' ? '-' : ''}${id}` })}
        totals={totals}
        loading={isLoading}
        stale={isStale}
        page={shown.page}
        rowCount={shown.total + 1}
        empty={empty}
      />
      {rows ? (
        <div className="flex min-h-12 flex-wrap items-center gap-x-6 border-t bg-sunken px-6 py-2">
          {foot ? <p className="text-xs text-muted">{foot}</p> : null}
          <LazyPager
            className="flex-1"
            page={shown.page}
            size={search.size}
            total={shown.total}
            noun={noun}
            onPage={(page) => onChange({ page })}
            onSize={(size) => onChange({ size: pageSizes.find((each) => each === size) ?? search.size })}
          />
        </div>
      ) : (
        <div className="min-h-12 border-t bg-sunken" />
      )}
    </main>
  );
}
