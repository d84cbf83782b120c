import { useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { dayNames, hoursFromTo, movedHour, presets, shortDays, textOfHours, withHours } from './hoursOfWeek.ts';
import type { StructureProps } from './StructureProps.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * Hours of the week as a grid of days and hours. A press selects an hour, a drag several. By keyboard, arrows move,
 * space selects, and Shift with an arrow, Home or End selects on the way. Day and hour headings select their row or
 * column.
 */
export function HoursEditor({ value, onChange, isReadOnly }: StructureProps<number[]>) {
  const grid = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState(value[0] ?? 9);
  /**
   * The current drag: whether it selects or deselects, and its hours so far, as a fast pointer is ahead of the rendered
   * value; null when not dragging.
   */
  const painting = useRef<{ isOn: boolean; hours: number[] } | null>(null);
  const chosen = new Set(value);

  const set = (changed: readonly number[], isOn: boolean) => {
    if (!isReadOnly) onChange(withHours(value, changed, isOn));
  };
  const paint = (index: number, { isOn, hours: before }: { isOn: boolean; hours: readonly number[] }) => {
    if (isReadOnly) return;
    painting.current = { isOn, hours: withHours(before, [index], isOn) };
    onChange(painting.current.hours);
  };
  const toggleAll = (changed: readonly number[]) => set(changed, !changed.every((hour) => chosen.has(hour)));

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      set([active], !chosen.has(active));
      return;
    }
    const next = movedHour(active, event.key);
    if (next === null) return;
    event.preventDefault();
    if (event.shiftKey) set(hoursFromTo(active, next), true);
    setActive(next);
    grid.current?.querySelector<HTMLElement>(`[data-hour="${next}"]`)?.focus();
  }

  const stopPainting = () => {
    painting.current = null;
  };
  return (
    <div className="flex flex-col gap-3">
      {/* One above the other, so that a longer text does not move the hours under the pointer. */}
      <div className="flex flex-col items-start gap-2">
        <p aria-live="polite" className="text-sm">
          {textOfHours(value)}
        </p>
        {isReadOnly ? null : (
          <div className="flex flex-wrap gap-1.5">
            {presets.map(({ label, hours: preset }) => (
              <Button key={label} size="sm" onClick={() => onChange([...preset])}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      <div className="overflow-x-auto rounded-lg border p-2">
        <table
          ref={grid}
          role="grid"
          aria-label="Hours of the week"
          aria-multiselectable
          aria-readonly={isReadOnly || undefined}
          className="border-separate border-spacing-0.5 text-2xs text-muted select-none"
          onKeyDown={onKeyDown}
          onPointerUp={stopPainting}
          onPointerLeave={stopPainting}
        >
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col" className="font-normal">
                  <HeadButton
                    label={`${hour}, on all days`}
                    isReadOnly={isReadOnly}
                    onPress={() => toggleAll(shortDays.map((_, day) => day * 24 + hour))}
                  >
                    {hour}
                  </HeadButton>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shortDays.map((short, day) => (
              <tr key={short}>
                <th scope="row" className="pr-1 text-left font-normal">
                  <HeadButton
                    label={`${short}, all hours`}
                    isReadOnly={isReadOnly}
                    onPress={() => toggleAll(hours.map((hour) => day * 24 + hour))}
                  >
                    {short}
                  </HeadButton>
                </th>
                {hours.map((hour) => {
                  const index = day * 24 + hour;
                  const isOn = chosen.has(index);
                  return (
                    <td
                      key={hour}
                      role="gridcell"
                      data-hour={index}
                      aria-selected={isOn}
                      aria-label={`${dayNames[day]} ${twoDigits(hour)}:00`}
                      tabIndex={index === active ? 0 : -1}
                      className={cx(
                        'size-5 min-w-4 rounded-xs border focus-visible:outline-2 focus-visible:outline-ring',
                        isOn ? 'border-accent bg-accent' : 'bg-sunken',
                        !isReadOnly && 'cursor-pointer',
                      )}
                      onPointerDown={(event) => {
                        // Releases the capture, so that other cells receive the pointer's events.
                        event.currentTarget.releasePointerCapture(event.pointerId);
                        setActive(index);
                        paint(index, { isOn: !isOn, hours: value });
                      }}
                      onPointerEnter={() => {
                        if (painting.current !== null) paint(index, painting.current);
                      }}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const twoDigits = (hour: number) => String(hour).padStart(2, '0');

function HeadButton({
  label,
  isReadOnly,
  onPress,
  children,
}: {
  label: string;
  isReadOnly: boolean;
  onPress: () => void;
  children: string | number;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={isReadOnly}
      className="w-full rounded-xs px-0.5 hover:text-ink"
      onClick={onPress}
    >
      {children}
    </button>
  );
}
