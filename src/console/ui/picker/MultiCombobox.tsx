import { Combobox as Base } from '@base-ui/react/combobox';
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ComboboxTrigger, useCombobox, type ComboboxBaseProps } from './comboboxBase.tsx';
import type { Option } from './option.ts';
import { cx } from '../cx.ts';

export type MultiComboboxProps<V extends string | number> = ComboboxBaseProps<V> & {
  value: readonly V[];
  onChange: (value: V[]) => void;
  /** Number of chips before "+ n more"; 0 shows only the count. */
  maxChips?: number;
};

/** Several choices of a long list: the button shows their number, chips below it remove single ones. */
export function MultiCombobox<V extends string | number>(props: MultiComboboxProps<V>) {
  const {
    options: givenOptions,
    value,
    onChange,
    maxChips = 12,
    disabled = false,
    readOnly = false,
    className,
  } = props;
  const { options, rootProps, popup, takeCreation } = useCombobox(props, { multiple: true });
  const [seen, setSeen] = useState<ReadonlyMap<V, Option<V>>>(new Map());
  const selected = useMemo(() => {
    const byValue = new Map<V, Option<V>>([...givenOptions, ...options].map((option) => [option.value, option]));
    return value.map((v) => byValue.get(v) ?? seen.get(v) ?? { value: v, label: `#${v}` });
  }, [value, givenOptions, options, seen]);
  const editable = !disabled && !readOnly;
  // A list that does not open shows all of its values.
  const shown = readOnly ? selected : selected.slice(0, maxChips);
  const summary = selected.length === 1 && maxChips === 0 ? selected[0]?.label : `${selected.length} selected`;
  return (
    <Base.Root<Option<V>, true>
      {...rootProps}
      multiple
      value={selected}
      onValueChange={(next) => {
        if (takeCreation(next.find(({ isCreation }) => isCreation))) return;
        setSeen(new Map(next.map((option) => [option.value, option])));
        onChange(next.map((option) => option.value));
      }}
    >
      <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
        <ComboboxTrigger props={props} isEmpty={selected.length === 0}>
          {summary}
        </ComboboxTrigger>
        {shown.length > 0 ? (
          <ul aria-label="Selected" className="flex flex-wrap items-center gap-1">
            {shown.map((option) => (
              <li
                key={option.value}
                className="inline-flex h-6 max-w-full items-center rounded-sm bg-neutral-soft pl-2 text-xs text-ink"
              >
                <span className={cx('truncate', !editable && 'pr-2')}>{option.label}</span>
                {editable ? (
                  <button
                    type="button"
                    aria-label={`Remove ${option.label}`}
                    onClick={() => onChange(value.filter((v) => v !== option.value))}
                    className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-ink"
                  >
                    <X aria-hidden className="size-3" />
                  </button>
                ) : null}
              </li>
            ))}
            {selected.length > shown.length ? (
              <li className="tnum px-1 text-xs text-muted">+ {selected.length - shown.length} more</li>
            ) : null}
          </ul>
        ) : null}
      </div>
      {popup}
    </Base.Root>
  );
}
