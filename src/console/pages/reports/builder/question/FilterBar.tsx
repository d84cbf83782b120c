import { ListFilter } from 'lucide-react';
import { Suspense, useState, type ComponentProps } from 'react';
import {
  reportFieldsFor,
  dimensionOf,
  dimensionText,
  reportLimits,
  type ReportFieldDimension,
  type MetricRights,
  type ReportBody,
} from '#reports/index.ts';
import { loadChunk } from '../../../../frame/errors/chunkReload.ts';
import { lazyChunk } from '../../../../frame/errors/lazyChunk.ts';
import { useReport } from '../../../../reports/useReport.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Popover } from '../../../../ui/overlay/Popover.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { opLabels } from './opLabels.ts';
import { QuestionChip } from './QuestionChip.tsx';
import type { SearchFilter } from '../url/reportSearch.ts';

// The editors load when the first filter is opened, or when the pointer comes near one.
const loadEditors = () => import('./questionEditors.ts');
const FilterEditor = lazyChunk(loadEditors, 'FilterEditor');

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
  /** Names of values, from the rows on screen. */
  nameOf: (dim: string, value: string) => string;
  /** The date range whose values are offered. */
  days: Pick<ReportBody, 'startDate' | 'endDate' | 'offset'>;
  /** Error of a filter, by index. */
  faultAt: (index: number) => string | undefined;
}

/** The filters of the report as chips that open their editor, and a button to add one. */
export function FilterBar({ rights, filters, onChange, nameOf, days, faultAt }: FilterBarProps) {
  const dimensions = reportFieldsFor(rights).dimensions.filter(({ kind }) => kind !== 'time');
  return (
    <>
      {filters.map((filter, index) => (
        <FilterChip
          // A filter has no identity except its index.
          key={index}
          filter={filter}
          dimensions={dimensions}
          nameOf={nameOf}
          days={days}
          rights={rights}
          fault={faultAt(index)}
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

type ChipProps = Omit<FilterBarProps, 'filters' | 'onChange' | 'faultAt'> & {
  fault: string | undefined;
  dimensions: readonly ReportFieldDimension[];
  filter: SearchFilter;
  onChange: (filter: SearchFilter) => void;
  onRemove: () => void;
};

function FilterChip({ filter, dimensions, nameOf, days, rights, fault, onChange, onRemove }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  const label = dimensions.find(({ key }) => key === filter.dim)?.label ?? filter.dim;
  const found = useFilterNames(filter, dimensions, days);
  const names = filter.values.map((value) => found.get(value) ?? nameOf(filter.dim, value));
  const values = names.length > 2 ? `${names.slice(0, 2).join(', ')} + ${names.length - 2}` : names.join(', ');
  return (
    <QuestionChip
      label={`${label} ${opLabels[filter.op]}`}
      text={values}
      title={names.join(', ')}
      fault={fault}
      editorTitle="Edit filter"
      isOpen={isOpen}
      onOpenChange={setOpen}
      onNear={() => void loadChunk(loadEditors)}
      removeLabel={`Remove the filter on ${label}`}
      onRemove={onRemove}
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
    </QuestionChip>
  );
}

function AddFilter({
  dimensions,
  rights,
  days,
  nameOf,
  onAdd,
}: Omit<ChipProps, 'filter' | 'fault' | 'onChange' | 'onRemove'> & { onAdd: (filter: SearchFilter) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [first] = dimensions;
  if (!first) return null;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      title="Add filter"
      trigger={
        <Button variant="ghost" icon={<ListFilter aria-hidden />} onPointerEnter={() => void loadChunk(loadEditors)}>
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

/** The names of a filter's IDs, which the rows on screen may lack. */
function useFilterNames(
  filter: SearchFilter,
  dimensions: readonly ReportFieldDimension[],
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
