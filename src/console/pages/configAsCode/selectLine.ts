/** Selects a line of a text area, from 1, and scrolls it into view. Lines must not wrap. */
export function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n');
  const before = lines.slice(0, line - 1);
  const start = before.reduce((sum, each) => sum + each.length + 1, 0);
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
  area.scrollTop = Math.max(0, (line - 4) * (area.scrollHeight / lines.length));
  area.scrollIntoView({ block: 'nearest' });
}
