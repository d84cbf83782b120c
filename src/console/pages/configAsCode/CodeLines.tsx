import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useRowWindow } from '../../ui/table/useRowWindow.ts';

const linePx = 18;
/** Padding above the first line, in pixels. */
const leadPx = 8;

/** A line of a text, from 1. Every request to show a line is an object of its own. */
export interface ShownLine {
  line: number;
}

/** Read-only code of any length, with one line marked and in view. Only the lines in view are rendered. */
export function CodeLines({ text, label, shown = null }: { text: string; label: string; shown?: ShownLine | null }) {
  const lines = useMemo(() => text.replace(/\n$/, '').split('\n'), [text]);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const { start, end, scrollToRow } = useRowWindow({
    scroller,
    count: lines.length,
    rowPx: linePx,
    lead: leadPx,
    enabled: true,
  });
  const show = useEffectEvent(({ line }: ShownLine) => {
    scrollToRow(line - 1);
    scroller?.focus({ preventScroll: true });
    scroller?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (shown) show(shown);
  }, [shown]);
  const marked = shown ? shown.line - 1 : -1;
  return (
    <pre
      ref={setScroller}
      tabIndex={0}
      role="group"
      aria-label={label}
      className="h-96 overflow-auto rounded-md border bg-sunken py-2 font-mono text-xs leading-[18px] text-ink"
    >
      <code
        className="block w-max min-w-full px-3"
        style={{ height: lines.length * linePx, paddingTop: start * linePx }}
      >
        {marked >= start && marked < end ? (
          <>
            {lines.slice(start, marked).map((line) => `${line}\n`)}
            <mark className="bg-warn-soft text-ink">{lines[marked] || ' '}</mark>
            {lines.slice(marked + 1, end).map((line) => `\n${line}`)}
          </>
        ) : (
          lines.slice(start, end).join('\n')
        )}
      </code>
    </pre>
  );
}
