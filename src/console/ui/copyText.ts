/** Puts text on the clipboard; false when the browser refuses. Works without a secure context as well. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'fixed -top-96 opacity-0';
    // Inside an open dialog, or its focus trap takes the focus back before the copy.
    (document.activeElement?.closest('[role="dialog"]') ?? document.body).append(area);
    const before = document.activeElement;
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (before instanceof HTMLElement) before.focus();
    return done;
  }
}
