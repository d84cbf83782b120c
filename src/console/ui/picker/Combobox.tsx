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

export type ComboboxProps<V extends string | number> = ControlProps & {
  /** All options, or with `load` those whose labels are known already (at least the chosen one). */
  options: readonly Option<V>[];
  load?: LoadOptions<V>;
  value: V | null;
  onChange: (value: V | null, option: Option<V> | null) => void;
  onBlur?: () => void;
  /** The button that shows the choice. */
  ref?: Ref<HTMLInputElement> | Ref<HTMLButtonElement>;
  placeholder?: string;
  searchPlaceholder?: string;
  emptyText?: string;
  /** Given where the options could not be loaded: loads them again. */
  onRetry?: (() => void) | undefined;
  /** Offers a cross that empties it; off where a value is required. */
  clearable?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  size?: 'sm' | 'md';
  'aria-label'?: string;
  className?: string;
};

/** One choice of a long list, found by typing; rows beyond 200 are virtual, and `load` searches on the server. */
export function Combobox<V extends string | number>({
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
  clearable = true,
  disabled = false,
  readOnly = false,
  size = 'md',
  className,
  'aria-label': ariaLabel,
  ...own
}: ComboboxProps<V>) {
  const { labelId, ...control } = useFieldControl(own);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [picked, setPicked] = useState<Option<V> | null>(null);
  const scrollToRow = useRef<ScrollToRow | null>(null);
  const { options, status } = useOptions(given, load, query, open);
  const chosen = useMemo(() => {
    if (value === null) return null;
    const known = options.find((o) => o.value === value) ?? given.find((o) => o.value === value);
    return known ?? (picked?.value === value ? picked : { value, label: `#${value}` });
  }, [value, options, given, picked]);
  const virtual = options.length > VIRTUAL_OVER;
  const canClear = clearable && value !== null && !disabled && !readOnly;
  return (
    <Base.Root<Option<V>>
      items={options}
      value={chosen}
      onValueChange={(next) => {
        setPicked(next);
        onChange(next ? next.value : null, next);
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
      autoHighlight
      disabled={disabled}
      readOnly={readOnly}
    >
      <span className={cx('relative flex min-w-0', className)}>
        <Base.Trigger
          {...control}
          ref={ref as Ref<HTMLButtonElement>}
          aria-label={ariaLabel}
          aria-labelledby={ariaLabel ? undefined : labelId}
          onBlur={onBlur}
          className={cx(
            'control-box inline-flex items-center justify-between gap-2 text-left select-none',
            size === 'sm' && 'h-7 px-2 text-xs',
            canClear && 'pr-14',
          )}
        >
          <span className={cx('truncate', !chosen && 'text-faint')}>{chosen ? chosen.label : placeholder}</span>
          <ChevronsUpDown aria-hidden className="absolute right-2.5 size-3.5 text-muted" />
        </Base.Trigger>
        {canClear ? (
          <button
            type="button"
            aria-label="Clear"
            onClick={() => onChange(null, null)}
            className="absolute inset-y-0 right-7 my-auto inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        ) : null}
      </span>
      <ComboboxPopup
        label={ariaLabel ?? 'Options'}
        placeholder={searchPlaceholder}
        multiple={false}
        virtual={virtual}
        status={status}
        emptyText={emptyText}
        onRetry={onRetry}
        scrollRef={scrollToRow}
      />
    </Base.Root>
  );
}
