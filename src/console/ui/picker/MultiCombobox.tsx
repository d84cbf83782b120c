import { Combobox as Base } from '@base-ui/react/combobox';
import { ChevronsUpDown, X } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Ref } from 'react';
import { ComboboxPopup, VIRTUAL_OVER, scrollToHighlight } from './ComboboxPopup.tsx';
import type { ScrollToRow } from './ComboboxPopup.tsx';
import { useFieldControl } from '../field/Field.tsx';
import type { ControlProps } from '../field/Field.tsx';
import type { Option } from './option.ts';
import { useOptions } from './useOptions.ts';
import type { LoadOptions } from './useOptions.ts';
import { cx } from '../cx.ts';

export type MultiComboboxProps<V extends string | number> = ControlProps & {
  /** All options, or with `load` those whose labels are known already (at least the chosen ones). */
  options: readonly Option<V>[];
  load?: LoadOptions<V>;
  value: readonly V[];
  onChange: (value: V[]) => void;
  onBlur?: () => void;
  /** The button that opens the list. */
  ref?: Ref<HTMLInputElement> | Ref<HTMLButtonElement>;
  placeholder?: string;
  searchPlaceholder?: string;
  emptyText?: string;
  /** Given where the options could not be loaded: loads them again. */
  onRetry?: (() => void) | undefined;
  /** Chips drawn before the rest is summed up as "+ n more"; 0 shows the count alone. */
  maxChips?: number;
  disabled?: boolean;
  readOnly?: boolean;
  size?: 'sm' | 'md';
  'aria-label'?: string;
  className?: string;
};

/** Several choices of a long list: the button sums them up, chips under it take single ones back. */
export function MultiCombobox<V extends string | number>({
  options: given,
  load,
  value,
  onChange,
  onBlur,
  ref,
  placeholder = 'Choose…',
  searchPlaceholder = 'Search…',
  emptyText = 'No matches.',
  onRetry,
  maxChips = 12,
  disabled = false,
  readOnly = false,
  size = 'md',
  className,
  'aria-label': ariaLabel,
  ...own
}: MultiComboboxProps<V>) {
  const { labelId, ...control } = useFieldControl(own);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [seen, setSeen] = useState<ReadonlyMap<V, Option<V>>>(new Map());
  const scrollToRow = useRef<ScrollToRow | null>(null);
  const { options, status } = useOptions(given, load, query, open);
  const chosen = useMemo(() => {
    const byValue = new Map<V, Option<V>>([...given, ...options].map((option) => [option.value, option]));
    return value.map((v) => byValue.get(v) ?? seen.get(v) ?? { value: v, label: `#${v}` });
  }, [value, given, options, seen]);
  const virtual = options.length > VIRTUAL_OVER;
  const editable = !disabled && !readOnly;
  const shown = chosen.slice(0, maxChips);
  const summary = chosen.length === 1 && maxChips === 0 ? chosen[0]?.label : `${chosen.length} selected`;
  return (
    <Base.Root<Option<V>, true>
      multiple
      items={options}
      value={chosen}
      onValueChange={(next) => {
        setSeen(new Map(next.map((option) => [option.value, option])));
        onChange(next.map((option) => option.value));
      }}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setQuery('');
      }}
      onInputValueChange={(text, details) => setQuery(details.reason === 'input-change' ? text : '')}
      isItemEqualToValue={(a, b) => a.value === b.value}
      itemToStringLabel={(option) => option.label}
      filter={load ? null : undefined}
      virtualized={virtual}
      onItemHighlighted={(_option, details) => scrollToHighlight(scrollToRow.current, details)}
      disabled={disabled}
      readOnly={readOnly}
    >
      <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
        <Base.Trigger
          {...control}
          ref={ref as Ref<HTMLButtonElement>}
          aria-label={ariaLabel}
          aria-labelledby={ariaLabel ? undefined : labelId}
          onBlur={onBlur}
          className={cx(
            'control-box inline-flex items-center justify-between gap-2 text-left select-none',
            size === 'sm' && 'h-7 px-2 text-xs',
          )}
        >
          <span className={cx('tnum truncate', chosen.length === 0 && 'text-faint')}>
            {chosen.length === 0 ? placeholder : summary}
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
        </Base.Trigger>
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
            {chosen.length > shown.length ? (
              <li className="tnum px-1 text-xs text-muted">+ {chosen.length - shown.length} more</li>
            ) : null}
          </ul>
        ) : null}
      </div>
      <ComboboxPopup
        label={ariaLabel ?? 'Options'}
        placeholder={searchPlaceholder}
        multiple
        virtual={virtual}
        status={status}
        emptyText={emptyText}
        onRetry={onRetry}
        scrollRef={scrollToRow}
      />
    </Base.Root>
  );
}
