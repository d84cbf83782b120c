import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useRowWindow } from '../table/useRowWindow.ts';
import { cx } from '../cx.ts';

export type TextListRowsProps = {
  entries: readonly string[];
  /** Accessible name of the list. */
  label: string;
  /** ID of the field's label, which names the list instead. */
  labelledBy: string | undefined;
  mono: boolean;
  /** Null for a read-only list. */
  onRemove: ((entry: string) => void) | null;
  /** Called when the last entry is removed, as the focus needs another place. */
  onEmptied: () => void;
};

const ROW_PX = 28;

/** The rows of a TextList: one Tab stop, arrows move inside, Delete removes. Only visible rows are in the document. */
export function TextListRows({ entries, label, labelledBy, mono, onRemove, onEmptied }: TextListRowsProps) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [at, setAt] = useState(0);
  const { start, end, scrollToRow } = useRowWindow({
    scroller,
    count: entries.length,
    rowPx: ROW_PX,
    lead: 0,
    enabled: true,
  });
  const active = Math.min(at, entries.length - 1);
  const follow = useRef(false);
  const followTo = useEffectEvent((_shown: string) => {
    if (!follow.current) return;
    follow.current = false;
    scrollToRow(active);
    scroller?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });
  const shown = `${active} ${entries.length}`;
  useEffect(() => followTo(shown), [shown]);

  function remove(index: number) {
    const entry = entries[index];
    if (entry === undefined || !onRemove) return;
    if (entries.length === 1) onEmptied();
    follow.current = entries.length > 1;
    setAt(index);
    onRemove(entry);
  }
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / ROW_PX) - 1);
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: entries.length - 1,
    };
    const to = steps[event.key];
    if (!onRemove || (to === undefined && event.key !== 'Delete' && event.key !== 'Backspace')) return;
    event.preventDefault();
    if (to === undefined) return remove(active);
    const next = Math.min(entries.length - 1, Math.max(0, to));
    follow.current = next !== active;
    setAt(next);
  }

  const rows = entries.slice(start, end).map((entry, offset) => ({ entry, index: start + offset }));
  // The focused row stays rendered, however far the list is scrolled.
  const current = entries[active];
  if (current !== undefined && (active < start || active >= end)) rows.push({ entry: current, index: active });
  return (
    <div
      ref={setScroller}
      // Without buttons inside, the list itself must be focusable to be scrolled by keyboard.
      tabIndex={onRemove ? undefined : 0}
      role={onRemove ? undefined : 'group'}
      aria-label={onRemove ? undefined : `${label}, scrollable`}
      onKeyDown={onKeyDown}
      className="max-h-56 overflow-y-auto overscroll-contain border-t focus-visible:outline-offset-[-2px]"
    >
      <ul
        aria-label={labelledBy ? undefined : label}
        aria-labelledby={labelledBy}
        className="relative"
        style={{ height: entries.length * ROW_PX }}
      >
        {rows.map(({ entry, index }) => (
          <li
            // The index is part of the key, as a list from elsewhere can contain duplicates.
            key={`${index} ${entry}`}
            aria-setsize={entries.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0 flex items-center justify-between gap-2 pr-1 pl-2.5 text-sm hover:bg-hover"
            style={{ height: ROW_PX, transform: `translateY(${index * ROW_PX}px)` }}
          >
            <span title={entry.length > 40 ? entry : undefined} className={cx('truncate', mono && 'font-mono text-xs')}>
              {entry}
            </span>
            {onRemove ? (
              <button
                type="button"
                aria-label={`Remove ${entry}`}
                tabIndex={index === active ? 0 : -1}
                onFocus={() => setAt(index)}
                onClick={() => remove(index)}
                className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-pressed hover:text-ink focus-visible:outline-offset-[-2px]"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
