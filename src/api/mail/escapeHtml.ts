const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, also inside of quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (each) => entities[each] ?? each);
}
