/**
 * Does something at once, or when the button that is down is up again: a message that appears under a press pushes what
 * was pressed away, and the press is lost.
 */
export function afterPointerUp(work: () => void): void {
  if (document.querySelector(':active') === null) return work();
  const settled = new AbortController();
  for (const end of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(
      end,
      () => {
        settled.abort();
        // The click that belongs to the press comes first.
        setTimeout(work);
      },
      { signal: settled.signal },
    );
  }
}
