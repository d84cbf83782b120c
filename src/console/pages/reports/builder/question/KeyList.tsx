import { Search } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { DimensionKey, MetricKey, ReportViewer } from '#reports/index.ts';
import { Button } from '../../../../ui/Button.tsx';
import { TextField } from '../../../../ui/field/TextField.tsx';
import { ChosenKeys } from './ChosenKeys.tsx';
import { conflictOf, type ReportSelection, type Conflict } from './conflictOf.ts';

/** A dimension or metric to choose. */
export interface PickerItem {
  key: string;
  label: string;
  definition: string;
  group: string;
  /** Unit, and for a rate its denominator: "% of requests". */
  note?: string;
}

export interface KeyListProps {
  /** Plural name of the items: "Dimensions". */
  label: string;
  items: readonly PickerItem[];
  chosen: readonly string[];
  onChange: (keys: string[]) => void;
  /** Minimum and maximum number of selected keys. */
  min: number;
  max: number;
  kind: 'dimension' | 'metric';
  /** The whole selection, which determines the items that conflict with it. */
  selection: ReportSelection;
  viewer: ReportViewer;
  /** Applies the resolution of a conflict. */
  onResolve: (selection: ReportSelection) => void;
}

/** A searchable list of dimensions or metrics with their definitions, below the selected ones. */
export function KeyList({
  label,
  items,
  chosen,
  onChange,
  min,
  max,
  kind,
  selection,
  viewer,
  onResolve,
}: KeyListProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = items.filter((item) =>
    [item.key, item.label, item.definition].some((each) => each.toLowerCase().includes(wanted)),
  );
  const groups = [...new Set(shown.map(({ group }) => group))];
  const conflicts = useMemo(
    () =>
      new Map(
        items
          .filter(({ key }) => !chosen.includes(key))
          .map(({ key }) => {
            const added = kind === 'metric' ? { metric: key as MetricKey } : { dimension: key as DimensionKey };
            return [key, conflictOf(selection, added, viewer)];
          }),
      ),
    [items, chosen, kind, selection, viewer],
  );
  const ordered = chosen.flatMap((key) => items.find((item) => item.key === key) ?? []);

  function toggle(key: string) {
    onChange(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]);
  }

  return (
    <div className="flex w-96 max-w-full flex-col gap-2">
      {ordered.length > 0 ? <ChosenKeys label={label} items={ordered} min={min} onChange={onChange} /> : null}
      <TextField
        type="search"
        aria-label={`Search ${label.toLowerCase()}`}
        placeholder="Search…"
        prefix={<Search aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="-mx-1 max-h-80 overflow-y-auto overscroll-contain px-1" role="group" aria-label={label}>
        {groups.map((group) => (
          <fieldset key={group} className="pb-1">
            <legend className="px-2 py-1 text-2xs font-medium text-muted">{group}</legend>
            {shown
              .filter((item) => item.group === group)
              .map((item) => (
                <PickerRow
                  key={item.key}
                  item={item}
                  isChosen={chosen.includes(item.key)}
                  isLocked={chosen.includes(item.key) ? chosen.length <= min : chosen.length >= max}
                  conflict={conflicts.get(item.key) ?? null}
                  onToggle={() => toggle(item.key)}
                  onResolve={onResolve}
                />
              ))}
          </fieldset>
        ))}
        {shown.length === 0 ? <p className="px-2 py-3 text-sm text-muted">No matches.</p> : null}
      </div>
      {chosen.length >= max ? (
        <p className="px-1 text-xs text-muted">
          A report can have up to {max} {label.toLowerCase()}. Remove one to add another.
        </p>
      ) : null}
    </div>
  );
}

function PickerRow({
  item,
  isChosen,
  isLocked,
  conflict,
  onToggle,
  onResolve,
}: {
  item: PickerItem;
  isChosen: boolean;
  isLocked: boolean;
  conflict: Conflict | null;
  onToggle: () => void;
  onResolve: KeyListProps['onResolve'];
}) {
  const whyId = useId();
  const way = conflict?.resolution;
  return (
    <div className="rounded-sm hover:bg-hover">
      <label className="flex gap-2 px-2 py-1">
        <span className="flex h-5 items-center">
          <input
            type="checkbox"
            className="check"
            checked={isChosen}
            disabled={isLocked || conflict !== null}
            aria-describedby={conflict ? whyId : undefined}
            onChange={onToggle}
          />
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="flex items-baseline justify-between gap-3">
            <span className={conflict ? 'text-sm text-faint' : 'text-sm'}>{item.label}</span>
            {item.note ? <span className="shrink-0 text-2xs text-faint">{item.note}</span> : null}
          </span>
          <span className={conflict ? 'text-xs text-faint' : 'text-xs text-muted'}>{item.definition}</span>
        </span>
      </label>
      {conflict ? (
        <div className="flex flex-col items-start gap-1 pr-2 pb-1.5 pl-8">
          <p id={whyId} className="text-xs text-warn">
            {conflict.message}.
          </p>
          {way ? (
            <Button size="sm" onClick={() => onResolve(way.selection)}>
              {way.label}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
