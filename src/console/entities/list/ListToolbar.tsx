import { ListFilter } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Entity, EntityName, Fields } from '#model/index.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { Button } from '../../ui/Button.tsx';
import type { Density } from '../../ui/table/column.ts';
import type { ColumnWidths } from '../../ui/table/DataTable.tsx';
import { SearchBox } from '../../ui/field/SearchBox.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import type { ListView } from './listQuery.ts';
import { filtersIn, statusFilters, type ListSearch } from './listSearch.ts';

// Rows load first; view and filter tools are loaded beside them.
const ListTools = lazyChunk(() => import('./ListTools.tsx'), 'ListTools');
const FilterChips = lazyChunk(() => import('../filters/FilterChips.tsx'), 'FilterChips');
const FilterPopover = lazyChunk(() => import('../filters/FilterPopover.tsx'), 'FilterPopover');

/** Props shared by the parts of a list's toolbar. */
export interface ListToolbarProps {
  entity: Entity<Fields, EntityName>;
  search: ListSearch;
  view: ListView & { cols: string | undefined };
  density: Density;
  /** Widths that the user set, by column. */
  widths: ColumnWidths;
  /** True when figures were requested and are unavailable. */
  isWithoutFigures: boolean;
  onRetry: () => void;
  /** True when the list refreshes automatically every half minute. */
  isRefreshed: boolean;
  onRefreshed: (isOn: boolean) => void;
  onChange: (part: Partial<ListSearch>, options?: { replace: boolean }) => void;
  /** Changes the view, for later visits too. */
  onViewChange: (part: Pick<ListSearch, 'cols' | 'period'>) => void;
  /** Applies a saved view. */
  onView: (search: ListSearch) => void;
  onWidths: (widths: ColumnWidths) => void;
  onDensity: (density: Density) => void;
}

/** The toolbar above a list: search, status, filters and view tools. */
export function ListToolbar(props: ListToolbarProps) {
  const { entity, search, onChange } = props;
  const [isFiltering, setFiltering] = useState(false);
  const { q: _q, status: _status, ...others } = filtersIn(search);
  const button = (
    <Button icon={<ListFilter />} aria-haspopup="dialog" aria-expanded={false} onClick={() => setFiltering(true)}>
      Filter
    </Button>
  );
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 pb-3" data-print="hide">
      <SearchBox
        label={`Search ${entity.pluralLabel.toLowerCase()}`}
        placeholder={entity.fields['uid'] ? 'Name, ID or UID' : 'Name or ID'}
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q.trim() || undefined }, { replace: true })}
        className="w-56"
      />
      <SegmentedControl
        label="Status"
        options={statusFilters}
        value={search.status ?? 'active'}
        onChange={(status) => onChange({ status: status === 'active' ? undefined : status })}
      />
      {isFiltering ? (
        <Suspense fallback={button}>
          <FilterPopover entity={entity} search={search} onChange={onChange} />
        </Suspense>
      ) : (
        button
      )}
      <Suspense fallback={<span className="ml-auto h-8 w-96" />}>
        <ListTools {...props} />
      </Suspense>
      {Object.keys(others).length > 0 ? (
        <Suspense fallback={<div className="h-7 w-full" />}>
          <FilterChips entity={entity} search={search} onChange={onChange} />
        </Suspense>
      ) : null}
    </div>
  );
}
