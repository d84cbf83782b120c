import type { ExportFormat } from '#storage/exports/exportStore.ts';

/** Media types of files. */
export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
