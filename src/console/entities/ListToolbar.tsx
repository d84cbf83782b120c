import { Columns3, RotateCcw, X } from 'lucide-react';
import type { Entity } from '#model/index.ts';
import { useSharedList } from '../lib/lists.ts';
import type { Density } from '../ui/column.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { columnsOf, shownColumns, toggledColumns } from './columns.ts';
import { pageOf } from './entityPages.ts';
import { referenceFilters, statusFilters, type ListSearch } from './listSearch.ts';
import { densities } from './viewHabits.ts';
import { searchOfView, viewSearch } from './viewSearch.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

/** Above a list: search, status, the references it is narrowed to, and how its table looks. */
export function ListToolbar({
  entity,
  search,
  view,
  density,
  hasWidths,
  onChange,
  onView,
  onCols,
  onWidthsReset,
  onDensity,
}: {
  entity: Entity;
  search: ListSearch;
  view: { sort: string; cols: string | undefined };
  density: Density;
  /** Whether columns have widths of the reader's own. */
  hasWidths: boolean;
  onChange: (part: Partial<ListSearch>, options?: { replace: boolean }) => void;
  /** Shows the list as a saved view has it. */
  onView: (search: ListSearch) => void;
  onWidthsReset: () => void;
  onCols: (cols: string | undefined) => void;
  onDensity: (density: Density) => void;
}) {
  const many = entity.pluralLabel.toLowerCase();
  const { cols } = view;
  const page = pageOf(entity.name);
  const columns = columnsOf(entity);
  const shown = shownColumns(columns, cols);
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 pb-3" data-print="hide">
      <SearchBox
        label={`Search ${many}`}
        placeholder={entity.fields['uid'] ? 'Name, ID or UID' : 'Name or ID'}
        value={search.q ?? ''}
        onChange={(q) => onChange({ q: q.trim() || undefined }, { replace: true })}
        className="w-64"
      />
      <SegmentedControl
        label="Status"
        options={statusFilters}
        value={search.status ?? 'active'}
        onChange={(status) => onChange({ status: status === 'active' ? undefined : status })}
      />
      {referenceFilters.map((name) => {
        const id = search[name];
        const field = entity.fields[name];
        if (id === undefined || !field?.target) return null;
        return (
          <ReferenceChip
            key={name}
            label={field.label}
            target={field.target}
            id={id}
            onRemove={() => onChange({ [name]: undefined })}
          />
        );
      })}
      <span className="ml-auto flex items-center gap-2">
        {page ? (
          <ViewsMenu
            page={page}
            present={viewSearch(entity, search, view)}
            onChoose={(text) => onView(searchOfView(text))}
          />
        ) : null}
        <Menu
          label="Table"
          trigger={<IconButton variant="secondary" label="Columns and row height" icon={<Columns3 />} />}
          items={[
            { kind: 'heading', id: 'columns', label: 'Columns' },
            ...columns.map((column) => ({
              kind: 'check' as const,
              id: column.name,
              label: column.label,
              checked: shown.includes(column),
              disabled: column.name === 'name',
              onChange: () => onCols(toggledColumns(columns, cols, column.name)),
            })),
            { kind: 'separator', id: 's' },
            { kind: 'heading', id: 'height', label: 'Row height' },
            {
              kind: 'radio',
              id: 'density',
              label: 'Row height',
              value: density,
              options: densities,
              onChange: (value) => onDensity(densities.find((each) => each.value === value)?.value ?? 'normal'),
            },
            ...(hasWidths
              ? [
                  { kind: 'separator' as const, id: 'w' },
                  { id: 'widths', label: 'Reset column widths', icon: <RotateCcw />, onSelect: onWidthsReset },
                ]
              : []),
          ]}
        />
      </span>
    </div>
  );
}

function ReferenceChip({
  label,
  target,
  id,
  onRemove,
}: {
  label: string;
  target: string;
  id: number;
  onRemove: () => void;
}) {
  const list = useSharedList(target);
  const name = list.data?.find((item) => item.id === id)?.name ?? `#${id}`;
  return (
    <span className="inline-flex h-8 max-w-72 items-center gap-1.5 rounded-md border border-line-strong bg-accent-soft pr-1 pl-2.5 text-sm">
      <span className="shrink-0 text-muted">{label}</span>
      <span className="truncate font-medium text-ink" title={name}>
        {name}
      </span>
      <button
        type="button"
        aria-label={`Remove the filter ${label} ${name}`}
        onClick={onRemove}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
