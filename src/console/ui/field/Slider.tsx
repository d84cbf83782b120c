import type { CSSProperties, Ref } from 'react';
import '../../styles/parts.css';
import { NumberField } from './NumberField.tsx';
import { useFieldControl } from './Field.tsx';
import type { ControlProps } from './Field.tsx';
import { normalizeNumber } from './normalizeNumber.ts';
import { cx } from '../cx.ts';

export type SliderProps = ControlProps & {
  /** Decimal text, '' when empty: the thumb is then at the start. */
  value: string;
  /** Called with plain decimal text. Text that is not a number is passed on as typed, for the form to refuse. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  /** Ref of the number field. */
  ref?: Ref<HTMLInputElement>;
  min?: number;
  max?: number;
  /** Step of the thumb; the number field takes any number. */
  step?: number;
  unit?: string;
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  /** Accessible name outside a Field. */
  'aria-label'?: string;
  className?: string;
};

/** A number within a range: a slider and a number field, always in sync. */
export function Slider({
  value,
  onChange,
  onBlur,
  name,
  ref,
  min = 0,
  max = 100,
  step = 1,
  unit = '%',
  placeholder,
  disabled = false,
  readOnly = false,
  className,
  'aria-label': ariaLabel,
  ...own
}: SliderProps) {
  const { labelId, ...control } = useFieldControl(own);
  const number = Number(normalizeNumber(value) || min);
  const shown = Math.min(max, Math.max(min, Number.isNaN(number) ? min : number));
  return (
    <span className={cx('flex min-w-0 items-center gap-3', className)}>
      <input
        type="range"
        min={min}
        max={max}
        // A snapping thumb would show another number than the field.
        step="any"
        value={shown}
        disabled={disabled || readOnly}
        aria-label={ariaLabel}
        aria-labelledby={ariaLabel ? undefined : labelId}
        aria-describedby={control['aria-describedby']}
        aria-valuetext={value === '' ? (placeholder ?? 'Not set') : `${value}${unit}`}
        onChange={(event) => onChange(toStep(event.currentTarget.valueAsNumber, step, min, max))}
        onKeyDown={(event) => {
          const by = KEY_STEPS[event.key];
          if (by === undefined) return;
          event.preventDefault();
          onChange(toStep(shown + by * step, step, min, max));
        }}
        onBlur={onBlur}
        className="slider"
        style={{ '--slider-fill': `${((shown - min) / (max - min)) * 100}%` } as CSSProperties}
      />
      <NumberField
        {...control}
        ref={ref}
        name={name}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        placeholder={placeholder}
        disabled={disabled}
        readOnly={readOnly}
        align="end"
        suffix={<span className="text-xs">{unit}</span>}
        aria-label={ariaLabel}
        className="w-24 shrink-0"
      />
    </span>
  );
}

/**
 * Multiples of the step for keys, as `step="any"` makes the browser's own steps odd. Home and End are the browser's.
 */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** Rounds to the nearest step inside the range, as decimal text without floating-point noise. */
function toStep(number: number, step: number, min: number, max: number): string {
  const near = min + Math.round((number - min) / step) * step;
  return String(Number(Math.min(max, Math.max(min, near)).toFixed(6)));
}
