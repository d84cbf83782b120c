import { useState } from 'react';
import { comparedRange, daysBetween, type ComparedTo } from '#reports/index.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/field/Field.tsx';
import { TextField } from '../../../../ui/field/TextField.tsx';
import { isDay } from '../url/compare.ts';

const choices = [
  { label: 'No comparison', value: null },
  { label: 'Previous period', value: { to: 'previous' } },
  { label: 'Same days, earlier week', value: { to: 'week' } },
] as const satisfies readonly { label: string; value: ComparedTo | null }[];

export interface CompareChoicesProps {
  value: ComparedTo | null;
  range: { from: string; to: string };
  /** Error about the comparison dates. */
  fault: string | undefined;
  onDone: (compare: ComparedTo | null) => void;
}

/** The date ranges to compare with. */
export function CompareChoices({ value, range, fault, onDone }: CompareChoicesProps) {
  const [start, setStart] = useState(
    value?.to === 'custom'
      ? value.startDate
      : value
        ? (comparedRange(range.from, range.to, value)?.startDate ?? '')
        : '',
  );
  const days = isDay(start) ? comparedRange(range.from, range.to, { to: 'custom', startDate: start }) : null;
  const wrong =
    start === '' || days
      ? undefined
      : `Must be at least ${daysBetween(range.from, range.to)} days before ${range.from}`;
  return (
    <div className="flex w-64 flex-col gap-3">
      <div role="group" aria-label="Compare with" className="flex flex-col gap-px border-b pb-3">
        {choices.map((choice) => (
          <button
            key={choice.label}
            type="button"
            aria-pressed={choice.value?.to === value?.to}
            onClick={() => onDone(choice.value)}
            className="popup-item w-full text-left hover:bg-hover focus-visible:outline-2 focus-visible:outline-ring aria-pressed:bg-selected aria-pressed:font-medium"
          >
            {choice.label}
          </button>
        ))}
      </div>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (days) onDone({ to: 'custom', startDate: start });
        }}
      >
        <Field
          label="Start date"
          error={wrong ?? fault}
          hint={
            days
              ? `The same number of days as the report, to ${days.endDate}.`
              : 'The same number of days as the report.'
          }
        >
          <TextField type="date" value={start} onChange={(event) => setStart(event.currentTarget.value)} />
        </Field>
        <Button type="submit" size="sm" disabled={!days} className="self-end">
          Compare
        </Button>
      </form>
    </div>
  );
}
