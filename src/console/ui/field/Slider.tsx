import type { CSSProperties, Ref } from 'react';
import '../../styles/parts.css';
import { NumberField } from './NumberField.tsx';
import { useFieldControl } from './Field.tsx';
import type { ControlProps } from './Field.tsx';
import { normalizeNumber } from './normalizeNumber.ts';
import { cx } from '../cx.ts';

export type SliderProps = ControlProps & {
  /** The number as decimal text, '' when empty: the thumb then rests at the start. */
  value: string;
  /** Gets plain decimal text; text that is no number comes through as typed, for the form to refuse. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  /** The number field. */
  ref?: Ref<HTMLInputElement>;
  min?: number;
  max?: number;
  /** Step of the thumb; the number field takes any number. */
  step?: number;
  /** Shown in the number field. */
  unit?: string;
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  /** The accessible name outside a Field. */
  'aria-label'?: string;
  className?: string;
};

/** A number between two ends: a thumb to drag and a field to type, always in step. */
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
        // A thumb that snaps would show another number than the field.
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

/** Steps of the keys that a range of any step would move by odd amounts; Home and End are the browser's own. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** The nearest step, inside the ends, as decimal text without float dust. */
function toStep(number: number, step: number, min: number, max: number): string {
  const near = min + Math.round((number - min) / step) * step;
  return String(Number(Math.min(max, Math.max(min, near)).toFixed(6)));
}
