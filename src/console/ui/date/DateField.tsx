import { Calendar as CalendarIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Ref } from 'react';
import { Button } from '../Button.tsx';
import { Calendar } from './Calendar.tsx';
import type { ControlProps } from '../field/Field.tsx';
import { Popover } from '../overlay/Popover.tsx';
import { TextField } from '../field/TextField.tsx';
import { normalizeDate } from './calendarMonth.ts';

export type DateFieldProps = ControlProps & {
  /** YYYY-MM-DD, '' when empty. */
  value: string;
  /** Called with YYYY-MM-DD or ''. Text that is not a date is passed on as typed, for the form to refuse. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
  /** First and last selectable day, YYYY-MM-DD. */
  min?: string;
  max?: string;
  /** YYYY-MM-DD in the user's zone; defaults to the browser's day. */
  today?: string;
  /** False hides the calendar's Clear. */
  clearable?: boolean;
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  'aria-label'?: string;
  className?: string;
};

function localToday(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** A date that is typed, pasted or picked from a calendar. */
export function DateField({
  value,
  onChange,
  onBlur,
  min,
  max,
  today,
  clearable = true,
  placeholder = 'YYYY-MM-DD',
  ...rest
}: DateFieldProps) {
  // The typed text until blur, so that "2026-3-1" is not rewritten before the second digit.
  const [draft, setDraft] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const day = useRef<HTMLButtonElement>(null);
  const chosen = normalizeDate(value);
  const inRange = (text: string) => (min === undefined || text >= min) && (max === undefined || text <= max);
  const isWrong = draft === null && value !== '' && (chosen === null || !inRange(chosen));
  const editable = !rest.disabled && !rest.readOnly;
  const day0 = today ?? localToday();

  function pick(next: string, close: () => void) {
    setDraft(null);
    onChange(next);
    close();
  }
  return (
    <TextField
      {...rest}
      aria-invalid={rest['aria-invalid'] ?? (isWrong || undefined)}
      value={draft ?? value}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        const text = event.currentTarget.value;
        // A pasted date-time is cut to its date at once; other text is not changed while it is typed.
        const date = normalizeDate(text);
        setDraft(date && /\d[T\s]/.test(text) ? date : text);
        onChange(date ?? text);
      }}
      onBlur={() => {
        setDraft(null);
        onBlur?.();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || !event.altKey || !editable) return;
        event.preventDefault();
        setOpen(true);
      }}
      suffix={
        editable ? (
          <Popover
            open={open}
            onOpenChange={setOpen}
            label="Calendar"
            align="end"
            initialFocus={day}
            trigger={
              <button
                type="button"
                aria-label="Open calendar"
                className="-mr-1.5 inline-flex size-6 items-center justify-center rounded-sm hover:bg-pressed hover:text-ink aria-expanded:bg-pressed"
              >
                <CalendarIcon aria-hidden />
              </button>
            }
          >
            {(close) => (
              <div className="flex flex-col gap-2">
                <Calendar
                  value={chosen || null}
                  onChange={(next) => pick(next, close)}
                  today={day0}
                  min={min}
                  max={max}
                  dayRef={day}
                />
                <div className="flex justify-between border-t pt-2">
                  <Button size="sm" variant="ghost" disabled={!inRange(day0)} onClick={() => pick(day0, close)}>
                    Today
                  </Button>
                  {clearable ? (
                    <Button size="sm" variant="ghost" disabled={value === ''} onClick={() => pick('', close)}>
                      Clear
                    </Button>
                  ) : null}
                </div>
              </div>
            )}
          </Popover>
        ) : undefined
      }
      className={rest.className}
    />
  );
}
