/** Hands a text to the browser as a file. A byte order mark tells spreadsheets that it is UTF-8. */
export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
