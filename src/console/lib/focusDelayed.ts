const typed = 'input, textarea, select, [contenteditable], [role="combobox"]';

/**
 * Moves the focus a moment from now, when what takes it is in view; not if a person has gone into another field by then,
 * whose words would land in the wrong one. Returns what calls it off.
 */
export function focusDelayed(move: () => void, delayMs: number, page: Pick<Document, 'activeElement'> = document) {
  const before = page.activeElement;
  const timer = setTimeout(() => {
    const now = page.activeElement;
    if (now === before || !now?.matches(typed)) move();
  }, delayMs);
  return () => clearTimeout(timer);
}
