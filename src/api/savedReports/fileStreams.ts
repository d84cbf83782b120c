import type { ExportFormat } from '#storage/exports/exportStore.ts';

/** The content types of files of reports. */
export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A text as it is downloaded. A byte order mark tells spreadsheets that a text is UTF-8. */
export async function* markedAsUtf8(text: string): AsyncIterable<string> {
  yield '\uFEFF';
  yield text;
}
