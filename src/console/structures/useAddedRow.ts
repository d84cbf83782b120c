import { useEffect, useRef } from 'react';

/**
 * Moves the focus into a row that was just added. Attach `box` to the rows' container, and call `expectRow` with the
 * selector of the control to focus before adding the row.
 */
export function useAddedRow(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const awaited = useRef<{ count: number; selector: string } | null>(null);
  useEffect(() => {
    if (awaited.current === null || count < awaited.current.count) return;
    box.current?.querySelector<HTMLElement>(awaited.current.selector)?.focus();
    awaited.current = null;
  });
  function expectRow(selector: string) {
    awaited.current = { count: count + 1, selector };
  }
  return { box, expectRow };
}
