/** A text as it is downloaded. A byte order mark tells spreadsheets that a text is UTF-8. */
export async function* markedAsUtf8(text: string): AsyncIterable<string> {
  yield '\uFEFF';
  yield text;
}
