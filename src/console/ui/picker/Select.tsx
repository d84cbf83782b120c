import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useFieldControl } from '../field/Field.tsx';
import type { ControlProps } from '../field/Field.tsx';
import type { Option } from './option.ts';
import { cx } from '../cx.ts';

export type SelectProps<V extends string | number> = ControlProps & {
  options: readonly Option<V>[];
  value: V | null;
  onChange: (value: V) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLButtonElement>;
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  size?: 'sm' | 'md';
  /** Small text before the value: "Status: Active". */
  prefix?: ReactNode;
  'aria-label'?: string;
  className?: string;
};

/**
 * One choice of a short closed list, which does not open while it is read-only. Above about fifteen choices use
 * Combobox.
 */
export function Select<V extends string | number>({
  options,
  value,
  onChange,
  onBlur,
  name,
  ref,
  placeholder = 'Choose…',
  disabled = false,
  readOnly = false,
  size = 'md',
  prefix,
  className,
  'aria-label': ariaLabel,
  ...own
}: SelectProps<V>) {
  const { labelId, ...control } = useFieldControl(own);
  const chosen = options.find((option) => option.value === value);
  return (
    <Base.Root<V>
      value={value}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
      name={name}
      disabled={disabled}
      readOnly={readOnly}
      {...(readOnly ? { open: false } : {})}
      modal={false}
      items={options.map(({ value: v, label }) => ({ value: v, label }))}
    >
      <Base.Trigger
        {...control}
        ref={ref}
        aria-label={ariaLabel}
        aria-labelledby={ariaLabel ? undefined : labelId}
        onBlur={onBlur}
        className={cx(
          'control-box inline-flex items-center justify-between gap-2 text-left select-none',
          size === 'sm' && 'h-7 px-2 text-xs',
          className,
        )}
      >
        <span className={cx('flex min-w-0 items-center gap-1', !chosen && 'text-faint')}>
          {prefix ? <span className="shrink-0 text-muted">{prefix}</span> : null}
          <span className="truncate">{chosen ? chosen.label : placeholder}</span>
        </span>
        {readOnly ? null : <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className="popup-box max-h-[min(22rem,var(--available-height))] min-w-[var(--anchor-width)] overflow-y-auto overscroll-contain p-1">
            <Base.List aria-label="Options">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className="popup-item pr-7 data-selected:font-medium"
                >
                  <Base.ItemText className="min-w-0 truncate">{option.label}</Base.ItemText>
                  {option.note ? <span className="ml-auto text-xs text-muted">{option.note}</span> : null}
                  <Base.ItemIndicator className="absolute right-3">
                    <Check aria-hidden className="size-3.5" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
