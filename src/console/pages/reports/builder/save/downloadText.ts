/** Downloads a text as a file. A byte order mark marks it as UTF-8 for spreadsheets. */
export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
