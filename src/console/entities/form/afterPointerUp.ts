/**
 * Runs a task at once or, while a mouse button is down, after its release. A message that appears during a press moves
 * the pressed button away, and the click is lost.
 */
export function afterPointerUp(work: () => void): void {
  if (document.querySelector(':active') === null) return work();
  const settled = new AbortController();
  for (const end of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(
      end,
      () => {
        settled.abort();
        // The click of this press is dispatched first.
        setTimeout(work);
      },
      { signal: settled.signal },
    );
  }
}
