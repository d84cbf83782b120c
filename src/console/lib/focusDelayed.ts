const typed = 'input, textarea, select, [contenteditable], [role="combobox"]';

/**
 * Moves the focus after a delay, when its target is visible. Does nothing when the user has entered another field by
 * then, as the typed text would land in the wrong one. Returns a function that cancels it.
 */
export function focusDelayed(move: () => void, delayMs: number, page: Pick<Document, 'activeElement'> = document) {
  const before = page.activeElement;
  const timer = setTimeout(() => {
    const now = page.activeElement;
    if (now === before || !now?.matches(typed)) move();
  }, delayMs);
  return () => clearTimeout(timer);
}
