/** Copies text to the clipboard. Resolves to false when the browser refuses. Also works without a secure context. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'fixed -top-96 opacity-0';
    // Inside an open dialog, whose focus trap would otherwise take the focus back before the copy.
    (document.activeElement?.closest('[role="dialog"]') ?? document.body).append(area);
    const before = document.activeElement;
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (before instanceof HTMLElement) before.focus();
    return done;
  }
}
