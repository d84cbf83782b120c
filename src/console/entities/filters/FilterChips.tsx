import { X } from 'lucide-react';
import { filterFields } from '#model/field/filterFields.ts';
import type { Entity, Field } from '#model/index.ts';
import { Button } from '../../ui/Button.tsx';
import {
  boundsInSearch,
  statesInSearch,
  boundText,
  filtersOf,
  statesOf,
  type FilterValue,
} from '../list/listFilters.ts';
import { figuresOf } from '../list/listFigures.ts';
import { withoutFilters, type ListSearch } from '../list/listSearch.ts';
import { useNames } from '../useNames.ts';
import { boundLabel, valueLabel } from './filterLabels.ts';

/** The active filters of a list beside its search and status, each with a remove button. */
export function FilterChips({
  entity,
  search,
  onChange,
}: {
  entity: Entity;
  search: ListSearch;
  onChange: (part: Partial<ListSearch>) => void;
}) {
  const filters = filtersOf(entity, search);
  const states = statesInSearch(entity, search);
  const bounds = boundsInSearch(entity, search);
  const figures = figuresOf(entity);
  const isNarrowed = Object.keys(filters).length + states.length + bounds.length > 0;
  if (!isNarrowed) return null;
  return (
    <div role="group" aria-label="Filters" className="flex w-full flex-wrap items-center gap-1.5">
      {states.length > 0 ? (
        <Chip
          label="State"
          text={states.map((code) => statesOf(entity).find((each) => each.code === code)?.label ?? code).join(', ')}
          onRemove={() => onChange({ state: undefined })}
        />
      ) : null}
      {Object.entries(filterFields(entity)).map(([name, field]) => {
        const values = filters[name];
        const remove = () => onChange({ [name]: undefined });
        return values ? <FieldChip key={name} field={field} values={values} onRemove={remove} /> : null;
      })}
      {bounds.map((bound, index) => {
        const figure = figures.find(({ key }) => key === bound.metric);
        if (!figure) return null;
        const rest = bounds
          .filter((_, at) => at !== index)
          .map(boundText)
          .join(',');
        const text = boundLabel(bound, figure);
        return <Chip key={text} label="" text={text} onRemove={() => onChange({ having: rest || undefined })} />;
      })}
      <Button size="sm" variant="ghost" onClick={() => onChange(withoutFilters(search))}>
        Clear all
      </Button>
    </div>
  );
}

function FieldChip({
  field,
  values,
  onRemove,
}: {
  field: Field;
  values: readonly FilterValue[];
  onRemove: () => void;
}) {
  const list = useNames(field.target ?? '');
  const wordOf = (value: FilterValue) =>
    valueLabel(field, value) ?? list.data?.find((item) => item.id === value)?.name ?? `#${String(value)}`;
  return <Chip label={field.label} text={values.map(wordOf).join(', ')} onRemove={onRemove} />;
}

function Chip({ label, text, onRemove }: { label: string; text: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-7 max-w-80 items-center gap-1.5 rounded-md border border-line-strong bg-accent-soft pr-0.5 pl-2 text-xs">
      {label ? <span className="shrink-0 text-muted">{label}</span> : null}
      <span className="truncate font-medium text-ink" title={text}>
        {text}
      </span>
      <button
        type="button"
        aria-label={`Remove filter ${label} ${text}`.replace('  ', ' ')}
        onClick={onRemove}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
