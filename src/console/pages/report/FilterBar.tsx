import { ListFilter, X } from 'lucide-react';
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import {
  catalogueFor,
  dimensionOf,
  dimensionText,
  reportLimits,
  type CatalogueDimension,
  type MetricRights,
  type ReportBody,
} from '#reports/index.ts';
import { loadChunk } from '../../frame/chunkReload.ts';
import { useReport } from '../../reporting/useReport.ts';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { opLabels } from './opLabels.ts';
import type { SearchFilter } from './reportSearch.ts';

// Its lists are loaded with the first filter that is opened, or when the pointer comes near one.
const loadEditor = () =>
  loadChunk(() => import('./FilterEditor.tsx').then((module) => ({ default: module.FilterEditor })));
const FilterEditor = lazy(loadEditor);

function Editor(props: ComponentProps<typeof FilterEditor>) {
  return (
    <Suspense fallback={<Skeleton className="h-36 w-80" />}>
      <FilterEditor {...props} />
    </Suspense>
  );
}

interface FilterBarProps {
  rights: MetricRights;
  filters: readonly SearchFilter[];
  onChange: (filters: SearchFilter[]) => void;
  /** Names of values where the answer on screen knows them. */
  nameOf: (dim: string, value: string) => string;
  /** The days whose values are offered. */
  days: Pick<ReportBody, 'startDate' | 'endDate' | 'offset'>;
}

/** The filters of the report as chips that open their editor, and a button for one more. */
export function FilterBar({ rights, filters, onChange, nameOf, days }: FilterBarProps) {
  const dimensions = catalogueFor(rights).dimensions.filter(({ kind }) => kind !== 'time');
  return (
    <>
      {filters.map((filter, index) => (
        <FilterChip
          // A filter has no identity but its place.
          key={index}
          filter={filter}
          dimensions={dimensions}
          nameOf={nameOf}
          days={days}
          rights={rights}
          onChange={(next) => onChange(filters.map((each, at) => (at === index ? next : each)))}
          onRemove={() => onChange(filters.filter((_, at) => at !== index))}
        />
      ))}
      {filters.length < reportLimits.filters ? (
        <AddFilter
          dimensions={dimensions}
          rights={rights}
          days={days}
          nameOf={nameOf}
          onAdd={(filter) => onChange([...filters, filter])}
        />
      ) : null}
    </>
  );
}

type ChipProps = Omit<FilterBarProps, 'filters' | 'onChange'> & {
  dimensions: readonly CatalogueDimension[];
  filter: SearchFilter;
  onChange: (filter: SearchFilter) => void;
  onRemove: () => void;
};

function FilterChip({ filter, dimensions, nameOf, days, rights, onChange, onRemove }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  const label = dimensions.find(({ key }) => key === filter.dim)?.label ?? filter.dim;
  const found = useFilterNames(filter, dimensions, days);
  const names = filter.values.map((value) => found.get(value) ?? nameOf(filter.dim, value));
  const values = names.length > 2 ? `${names.slice(0, 2).join(', ')} + ${names.length - 2}` : names.join(', ');
  return (
    <span className="inline-flex h-8 max-w-96 items-center rounded-md border border-line-strong bg-surface text-sm shadow-raise">
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        title="Edit filter"
        trigger={
          <button
            type="button"
            title={names.join(', ')}
            onPointerEnter={() => void loadEditor()}
            className="flex h-full min-w-0 items-center gap-1 rounded-l-md pr-1 pl-2.5 hover:bg-hover"
          >
            <span className="shrink-0 text-muted">
              {label} {opLabels[filter.op]}
            </span>
            <span className="truncate font-medium">{values}</span>
          </button>
        }
      >
        <Editor
          dimensions={dimensions}
          rights={rights}
          days={days}
          nameOf={(dim, value) => (dim === filter.dim ? found.get(value) : undefined) ?? nameOf(dim, value)}
          initial={filter}
          submitLabel="Apply"
          onSubmit={(next) => {
            onChange(next);
            setOpen(false);
          }}
        />
      </Popover>
      <button
        type="button"
        aria-label={`Remove the filter on ${label}`}
        onClick={onRemove}
        className="mr-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}

function AddFilter({
  dimensions,
  rights,
  days,
  nameOf,
  onAdd,
}: Omit<ChipProps, 'filter' | 'onChange' | 'onRemove'> & { onAdd: (filter: SearchFilter) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [first] = dimensions;
  if (!first) return null;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      title="Add filter"
      trigger={
        <Button variant="ghost" icon={<ListFilter aria-hidden />} onPointerEnter={() => void loadEditor()}>
          Filter
        </Button>
      }
    >
      <Editor
        dimensions={dimensions}
        rights={rights}
        days={days}
        nameOf={nameOf}
        initial={{ dim: first.key, op: 'in', values: [] }}
        submitLabel="Add filter"
        onSubmit={(filter) => {
          onAdd(filter);
          setOpen(false);
        }}
      />
    </Popover>
  );
}

/** The names of a filter's ids: the answer on screen need not hold them. */
function useFilterNames(
  filter: SearchFilter,
  dimensions: readonly CatalogueDimension[],
  days: FilterBarProps['days'],
): ReadonlyMap<string, string> {
  const dimension = dimensions.find(({ key }) => key === filter.dim);
  const isNamed = dimension?.kind === 'id';
  const report = useReport(
    {
      ...days,
      dimensions: [filter.dim],
      metrics: ['imps'],
      filters: [{ dim: filter.dim, op: 'in', values: filter.values }],
      limit: 1000,
    },
    { isWanted: isNamed && filter.values.length > 0 },
  );
  if (!isNamed || report.data?.body.dimensions?.[0] !== filter.dim) return new Map();
  return new Map(
    report.data.rows.map((row) => [String(row[dimension.key]), dimensionText(row, dimensionOf(dimension.key))]),
  );
}
