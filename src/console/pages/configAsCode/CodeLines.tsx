import { useMemo, useState } from 'react';
import { useRowWindow } from '../../ui/table/useRowWindow.ts';

const linePx = 18;
/** Padding above the first line, in pixels. */
const leadPx = 8;

/** Read-only code of any length. Only the lines in view are rendered. */
export function CodeLines({ text, label }: { text: string; label: string }) {
  const lines = useMemo(() => text.replace(/\n$/, '').split('\n'), [text]);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const { start, end } = useRowWindow({ scroller, count: lines.length, rowPx: linePx, lead: leadPx, enabled: true });
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
        {lines.slice(start, end).join('\n')}
      </code>
    </pre>
  );
}
