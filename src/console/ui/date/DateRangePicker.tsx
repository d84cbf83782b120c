import { Calendar, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../Button.tsx';
import { Popover } from '../overlay/Popover.tsx';
import { DEFAULT_PRESETS, PRESET_LABELS, rangeLabel, rangeOf } from './dateRange.ts';
import type { DateRange, RangePreset } from './dateRange.ts';
import { Field } from '../field/Field.tsx';
import { TextField } from '../field/TextField.tsx';
import { cx } from '../cx.ts';

export type DateRangePickerProps = {
  value: DateRange;
  onChange: (range: DateRange) => void;
  /** YYYY-MM-DD in the user's zone. */
  today: string;
  /** "UTC+3", shown beside the range. */
  zone: string;
  presets?: readonly RangePreset[];
  /** True when custom ranges have hours and minutes. */
  withTime?: boolean;
  /** First selectable day. */
  min?: string;
  size?: 'sm' | 'md';
  disabled?: boolean;
  className?: string;
};

function Picker({
  value,
  onDone,
  today,
  zone,
  presets,
  withTime,
  min,
}: Required<Pick<DateRangePickerProps, 'value' | 'today' | 'zone' | 'presets' | 'withTime'>> & {
  min: string | undefined;
  onDone: (range: DateRange) => void;
}) {
  const ends = withTime && value.from.length === 10 ? { from: `${value.from}T00:00`, to: `${value.to}T23:59` } : value;
  const [from, setFrom] = useState(ends.from);
  const [to, setTo] = useState(ends.to);
  const error =
    from === '' || to === ''
      ? 'Choose a start and an end date.'
      : from > to
        ? 'The end date is before the start date.'
        : min !== undefined && from.slice(0, 10) < min
          ? `Data starts on ${min}.`
          : undefined;
  const type = withTime ? 'datetime-local' : 'date';
  return (
    <div className="flex gap-3">
      <div role="group" aria-label="Presets" className="flex w-36 flex-col gap-px border-r pr-3">
        {presets
          .filter((preset) => preset !== 'custom')
          .map((preset) => (
            <button
              key={preset}
              type="button"
              aria-pressed={value.preset === preset}
              onClick={() => onDone(rangeOf(preset, today))}
              className="popup-item w-full text-left hover:bg-hover focus-visible:outline-2 focus-visible:outline-ring aria-pressed:bg-selected aria-pressed:font-medium"
            >
              {PRESET_LABELS[preset]}
            </button>
          ))}
      </div>
      <form
        className="flex w-52 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!error) onDone({ preset: 'custom', from, to });
        }}
      >
        <Field label="From">
          <TextField type={type} value={from} min={min} onChange={(event) => setFrom(event.currentTarget.value)} />
        </Field>
        <Field label="To" error={error}>
          <TextField type={type} value={to} min={min} onChange={(event) => setTo(event.currentTarget.value)} />
        </Field>
        <div className="mt-auto flex items-center justify-between gap-2">
          <span className="text-xs text-muted">Days in {zone}</span>
          <Button type="submit" variant="primary" size="sm" disabled={error !== undefined}>
            Apply
          </Button>
        </div>
      </form>
    </div>
  );
}

/** Picks a range of days by preset or by first and last day. */
export function DateRangePicker({
  value,
  onChange,
  today,
  zone,
  presets = DEFAULT_PRESETS,
  withTime = false,
  min,
  size = 'md',
  disabled = false,
  className,
}: DateRangePickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Date range"
      trigger={
        <button
          type="button"
          disabled={disabled}
          title={`${value.from.replace('T', ' ')} – ${value.to.replace('T', ' ')}`}
          className={buttonClass('secondary', size, className)}
        >
          <Calendar aria-hidden className="text-muted" />
          <span className="tnum">{rangeLabel(value)}</span>
          <span className={cx('text-xs font-normal text-muted')}>{zone}</span>
          <ChevronDown aria-hidden className="text-muted" />
        </button>
      }
    >
      {(close) => (
        <Picker
          value={value}
          today={today}
          zone={zone}
          presets={presets}
          withTime={withTime}
          min={min}
          onDone={(range) => {
            onChange(range);
            close();
          }}
        />
      )}
    </Popover>
  );
}
