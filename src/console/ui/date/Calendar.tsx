import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { IconButton } from '../IconButton.tsx';
import { addDays, addMonths, addMonthsToDay, mondayOf, formatDay, formatMonth, weeksOf } from './calendarMonth.ts';
import { cx } from '../cx.ts';

export type CalendarProps = {
  /** The selected day, YYYY-MM-DD; null for none. */
  value: string | null;
  onChange: (day: string) => void;
  /** YYYY-MM-DD in the user's zone: marked, and the month that an empty calendar opens at. */
  today: string;
  /** First and last selectable day. */
  min?: string | undefined;
  max?: string | undefined;
  /** Ref of the day with the keyboard focus, to focus it on opening. */
  dayRef?: RefObject<HTMLButtonElement | null>;
};

const WEEKDAYS = [
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
  ['Su', 'Sunday'],
] as const;

/** The day that a key moves to; undefined for other keys. */
function dayAfterKey(day: string, { key, shiftKey }: KeyboardEvent): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return mondayOf(day);
    case 'End':
      return addDays(mondayOf(day), 6);
    case 'PageUp':
      return addMonthsToDay(day, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonthsToDay(day, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

/** A month to pick a day from. Arrows move by day and week, Page Up and Page Down by month, with Shift by year. */
export function Calendar({ value, onChange, today, min = '0001-01-01', max = '9999-12-31', dayRef }: CalendarProps) {
  const clamp = (day: string) => (day < min ? min : day > max ? max : day);
  const [active, setActive] = useState(clamp(value ?? today));
  const grid = useRef<HTMLTableElement>(null);
  const follow = useRef(false);
  const month = active.slice(0, 7);

  const followTo = useEffectEvent((_day: string) => {
    if (follow.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    follow.current = false;
  });
  useEffect(() => followTo(active), [active]);

  const turn = (months: number) => setActive((day) => clamp(addMonthsToDay(day, months)));
  return (
    <div className="flex w-63 flex-col gap-1">
      <div className="flex items-center justify-between">
        <IconButton
          size="sm"
          label="Previous month"
          icon={<ChevronLeft aria-hidden />}
          disabled={month <= min.slice(0, 7)}
          onClick={() => turn(-1)}
        />
        <span aria-live="polite" className="text-sm font-medium">
          {formatMonth(month)}
        </span>
        <IconButton
          size="sm"
          label="Next month"
          icon={<ChevronRight aria-hidden />}
          disabled={addMonths(month, 1) > max.slice(0, 7)}
          onClick={() => turn(1)}
        />
      </div>
      <table
        ref={grid}
        role="grid"
        aria-label={formatMonth(month)}
        className="w-full table-fixed border-collapse text-xs"
      >
        <thead>
          <tr>
            {WEEKDAYS.map(([short, long]) => (
              <th key={short} scope="col" abbr={long} className="h-7 text-2xs font-medium text-muted">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          onKeyDown={(event) => {
            const next = dayAfterKey(active, event);
            if (next === undefined) return;
            event.preventDefault();
            follow.current = clamp(next) !== active;
            setActive(clamp(next));
          }}
        >
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === value} className="p-0">
                  <button
                    type="button"
                    ref={day === active ? dayRef : undefined}
                    tabIndex={day === active ? 0 : -1}
                    disabled={day < min || day > max}
                    aria-label={formatDay(day)}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => onChange(day)}
                    className={cx(
                      'tnum inline-flex h-7 w-full items-center justify-center rounded-md disabled:opacity-40',
                      day === value
                        ? 'bg-accent font-medium text-on-accent'
                        : cx('enabled:hover:bg-pressed', day.startsWith(month) ? 'text-ink' : 'text-faint'),
                      day === today &&
                        day !== value &&
                        'font-semibold text-accent-ink ring-1 ring-line-strong ring-inset',
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
