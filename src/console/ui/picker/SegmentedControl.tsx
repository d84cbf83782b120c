import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type SegmentedControlProps<V extends string> = {
  label: string;
  options: readonly { value: V; label: string; icon?: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  size?: 'sm' | 'md';
  disabled?: boolean;
  className?: string;
};

/** Two to seven mutually exclusive choices, all visible. */
export function SegmentedControl<V extends string>({
  label,
  options,
  value,
  onChange,
  size = 'md',
  disabled = false,
  className,
}: SegmentedControlProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('inline-flex shrink-0 rounded-md border bg-sunken p-0.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          title={option.icon ? option.label : undefined}
          className={cx(
            'relative inline-flex items-center justify-center gap-1.5 rounded-sm px-2.5 font-medium whitespace-nowrap text-muted select-none hover:text-ink [&_svg]:size-4',
            'has-checked:bg-segment has-checked:text-ink has-checked:shadow-raise has-focus-visible:outline-2 has-focus-visible:outline-ring has-disabled:opacity-50',
            size === 'sm' ? 'h-6 text-xs' : 'h-[26px] text-sm',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 opacity-0"
          />
          {option.icon ? <span aria-hidden>{option.icon}</span> : null}
          <span className={cx(option.icon !== undefined && 'sr-only')}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
