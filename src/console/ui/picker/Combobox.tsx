import { Combobox as Base } from '@base-ui/react/combobox';
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ComboboxTrigger, useCombobox, type ComboboxBaseProps } from './comboboxBase.tsx';
import type { Option } from './option.ts';
import { cx } from '../cx.ts';

export type ComboboxProps<V extends string | number> = ComboboxBaseProps<V> & {
  value: V | null;
  onChange: (value: V | null, option: Option<V> | null) => void;
  /** Shows a button that clears the value; omit it where a value is required. */
  clearable?: boolean;
};

/**
 * One choice of a long list with search. Lists of more than 200 rows are virtualized, and `load` searches on the
 * server.
 */
export function Combobox<V extends string | number>(props: ComboboxProps<V>) {
  const {
    options: givenOptions,
    value,
    onChange,
    clearable = true,
    disabled = false,
    readOnly = false,
    className,
  } = props;
  const { options, rootProps, popup, takeCreation } = useCombobox(props, { multiple: false });
  const [picked, setPicked] = useState<Option<V> | null>(null);
  const selected = useMemo(() => {
    if (value === null) return null;
    const known = options.find((o) => o.value === value) ?? givenOptions.find((o) => o.value === value);
    return known ?? (picked?.value === value ? picked : { value, label: `#${value}` });
  }, [value, options, givenOptions, picked]);
  const canClear = clearable && value !== null && !disabled && !readOnly;
  return (
    <Base.Root<Option<V>>
      {...rootProps}
      value={selected}
      onValueChange={(next) => {
        if (takeCreation(next)) return;
        setPicked(next);
        onChange(next ? next.value : null, next);
      }}
    >
      <span className={cx('relative flex min-w-0', className)}>
        <ComboboxTrigger
          props={props}
          isEmpty={!selected}
          className={canClear && 'pr-14'}
          iconClassName="absolute right-2.5"
        >
          {selected?.label}
        </ComboboxTrigger>
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
      {popup}
    </Base.Root>
  );
}
