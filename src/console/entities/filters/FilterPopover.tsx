import { ListFilter } from 'lucide-react';
import { useId, useState, use } from 'react';
import { filterFields } from '#model/field/filterFields.ts';
import type { Entity } from '#model/index.ts';
import { formatCount } from '../../lib/format.ts';
import { messageOf } from '../../lib/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { statesInSearch, filtersOf, statesOf } from '../list/listFilters.ts';
import { figuresOf } from '../list/listFigures.ts';
import { filtersIn, withoutFilters, type ListSearch } from '../list/listSearch.ts';
import { BoundsEditor } from './BoundsEditor.tsx';
import { valueLabel } from './filterLabels.ts';
import { ValueList, type ListedValue } from './ValueList.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiContext } from '../../lib/apiContext.ts';
import { facetsQuery } from '../list/exportQuery.ts';

interface FilterProps {
  entity: Entity;
  search: ListSearch;
  onChange: (part: Partial<ListSearch>) => void;
}

/** The filter menu of a list. Open when mounted, as the press that opens it also loads it. */
export function FilterPopover(props: FilterProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Popover
      label="Filter"
      padding="none"
      className="w-[34rem] overflow-hidden"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon={<ListFilter />}>Filter</Button>}
    >
      <FilterPanel {...props} />
    </Popover>
  );
}

/** One filterable property: its name at the left, its values at the right. */
interface Facet {
  name: string;
  label: string;
  chosen: readonly string[];
  values: readonly ListedValue[];
}

function FilterPanel({ entity, search, onChange }: FilterProps) {
  const { data, error, isPending } = useFacets(entity, search);
  const facets = facetsOf(entity, search, data);
  const figures = figuresOf(entity);
  const [open, setOpen] = useState(facets[0]?.name ?? '');
  const panelId = useId();
  const facet = facets.find(({ name }) => name === open);
  const entries = [
    ...facets.map(({ name, label, chosen }) => ({ name, label, count: chosen.length })),
    ...(figures.length > 0 ? [{ name: 'having', label: 'Metrics', count: search['having'] ? 1 : 0 }] : []),
  ];
  return (
    <>
      <div className="flex h-80">
        <ul aria-label="Filter by" className="w-44 shrink-0 overflow-y-auto border-r bg-sunken p-1">
          {entries.map(({ name, label, count }) => (
            <li key={name}>
              <button
                type="button"
                aria-expanded={name === open}
                aria-controls={panelId}
                onClick={() => setOpen(name)}
                className={cx('popup-item w-full text-left hover:bg-hover', name === open && 'bg-selected font-medium')}
              >
                <span className="min-w-0 flex-1 truncate">{label}</span>
                {count > 0 ? <span className="tnum text-xs text-accent-ink">{count}</span> : null}
              </button>
            </li>
          ))}
        </ul>
        <div id={panelId} className="flex min-w-0 flex-1 flex-col">
          {open === 'having' ? (
            <BoundsEditor entity={entity} search={search} onChange={onChange} />
          ) : facet ? (
            <ValueList
              key={facet.name}
              label={facet.label}
              values={facet.values}
              chosen={facet.chosen}
              status={error ? messageOf(error) : isPending ? 'Loading…' : null}
              onChange={(values) => onChange({ [facet.name]: values.join(',') || undefined })}
            />
          ) : null}
        </div>
      </div>
      <div className="flex items-center justify-between border-t bg-sunken px-3 py-2">
        <span className="text-xs text-muted">Counts reflect the other filters.</span>
        <Button
          size="sm"
          variant="ghost"
          disabled={Object.keys(filtersIn(search)).length === 0}
          onClick={() => onChange(withoutFilters(search))}
        >
          Clear all
        </Button>
      </div>
    </>
  );
}

function facetsOf(entity: Entity, search: ListSearch, data: ReturnType<typeof useFacets>['data']): Facet[] {
  const filters = filtersOf(entity, search);
  const facets: Facet[] = [];
  const states = statesOf(entity);
  if (states.length > 0) {
    const counts = new Map(data?.states.map(({ code, count }) => [code, count]));
    const values = states.map(({ code, label }) => ({ value: code, label, count: shownCount(counts.get(code)) }));
    facets.push({ name: 'state', label: 'State', chosen: statesInSearch(entity, search), values });
  }
  for (const [name, field] of Object.entries(filterFields(entity))) {
    const chosen = (filters[name] ?? []).map(String);
    const counted = (data?.fields[name] ?? []).filter(({ value }) => value !== '');
    if (name === 'demandId' && counted.length < 2 && chosen.length === 0) continue;
    const wordOf = (value: string) => valueLabel(field, value) ?? `#${value}`;
    const values = counted.map(({ value, count, label }) => ({
      value,
      label: label ?? wordOf(value),
      count: shownCount(count),
    }));
    const missing = chosen.filter((value) => !counted.some((each) => each.value === value));
    facets.push({
      name,
      label: field.label,
      chosen,
      values: [...values, ...missing.map((value) => ({ value, label: wordOf(value), count: shownCount(0) }))],
    });
  }
  return facets;
}

function shownCount(count: number | undefined): string {
  return count === undefined ? '' : formatCount(count);
}

/** Counts the rows that each choice of a filter would match, with the other filters of the address applied. */
function useFacets(entity: Entity, search: ListSearch) {
  const api = use(ApiContext);
  const query = facetsQuery(entity, search);
  return useQuery({
    queryKey: ['entity', entity.name, 'facets', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/{entity}/facets', { entity, query, signal }),
  });
}
