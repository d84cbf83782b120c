import { useState } from 'react';
import { daysBetween, reportLimits, reportRanges } from '#reports/index.ts';
import { rangeLabels } from '../../../../reports/rangeLabels.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/field/Field.tsx';
import { TextField } from '../../../../ui/field/TextField.tsx';
import { isDay } from '../url/compare.ts';
import { rangeNamed, readEnds, type SearchRange } from '../url/searchRange.ts';

/** Selects a named range or two custom ends. Without times, its days are whole. */
export function RangeChoices({
  value,
  now,
  zone,
  onDone,
}: {
  value: SearchRange;
  /** The current minute, YYYY-MM-DD HH:MM in the time zone of the report. */
  now: string;
  zone: string;
  onDone: (range: SearchRange) => void;
}) {
  const [from, setFrom] = useState(value.from);
  const [to, setTo] = useState(value.to);
  const [startTime, setStartTime] = useState(value.startTime ?? '');
  // Time inputs have no 24:00: an empty end time means the end of the last day.
  const [endTime, setEndTime] = useState(value.endTime ?? '');
  const chosen = readEnds(startTime ? `${from}T${startTime}` : from, endTime ? `${to}T${endTime}` : to);
  const error = chosen ? undefined : faultOf(from, to);
  return (
    <div className="flex gap-3">
      <div role="group" aria-label="Presets" className="flex w-36 flex-col gap-px border-r pr-3">
        {reportRanges.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={value.preset === preset}
            onClick={() => onDone(rangeNamed(preset, now))}
            className="popup-item w-full text-left hover:bg-hover focus-visible:outline-2 focus-visible:outline-ring aria-pressed:bg-selected aria-pressed:font-medium"
          >
            {rangeLabels[preset]}
          </button>
        ))}
      </div>
      <form
        className="flex w-72 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (chosen) onDone(chosen);
        }}
      >
        <End label="From" day={from} time={startTime} onDay={setFrom} onTime={setStartTime} />
        <End label="To" day={to} time={endTime} onDay={setTo} onTime={setEndTime} error={error} />
        <p className="text-xs text-muted">
          If you enter no times, both days are included in full. An end time applies to the last day.
        </p>
        <div className="mt-auto flex items-center justify-between gap-2">
          <span className="text-xs text-muted">Time zone: {zone}</span>
          <Button type="submit" variant="primary" size="sm" disabled={!chosen}>
            Apply
          </Button>
        </div>
      </form>
    </div>
  );
}

function End({
  label,
  day,
  time,
  onDay,
  onTime,
  error,
}: {
  label: string;
  day: string;
  time: string;
  onDay: (day: string) => void;
  onTime: (time: string) => void;
  error?: string | undefined;
}) {
  return (
    <div className="flex items-start gap-2">
      <Field label={label} error={error} className="flex-1">
        <TextField type="date" value={day} onChange={(event) => onDay(event.currentTarget.value)} />
      </Field>
      <Field label={`${label} (time)`} className="w-32">
        <TextField type="time" value={time} onChange={(event) => onTime(event.currentTarget.value)} />
      </Field>
    </div>
  );
}

function faultOf(from: string, to: string): string {
  if (!isDay(from) || !isDay(to)) return 'Enter a start and an end date.';
  if (from > to) return 'The end is before the start.';
  if (daysBetween(from, to) > reportLimits.days) return `At most ${reportLimits.days.toLocaleString('en-US')} days.`;
  return 'The end time is before the start time.';
}
