const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, also within quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (each) => entities[each] ?? each);
}
