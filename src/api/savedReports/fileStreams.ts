/** A text as a download. The byte order mark marks it as UTF-8 for spreadsheets. */
export async function* markedAsUtf8(text: string): AsyncIterable<string> {
  yield '\uFEFF';
  yield text;
}
