/** A text as a download. The byte order mark marks it as UTF-8 for spreadsheets. */
export async function* withByteOrderMark(text: string): AsyncIterable<string> {
  yield '\uFEFF';
  yield text;
}
