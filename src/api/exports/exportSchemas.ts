import { z } from 'zod';
import { exportFormats, exportStates } from '#storage/exports/exportStore.ts';
import { namedRequest } from '../savedReports/savedReportSchemas.ts';

/** Body of POST /api/exports. */
export const newExportSchema = z.strictObject({
  ...namedRequest,
  format: z.enum(exportFormats, 'One of: csv, xlsx').describe('Format of the file.'),
  expectedRows: z
    .int('Must be a whole number')
    .min(0, 'At least 0')
    .max(2_000_000_000, 'At most 2,000,000,000')
    .optional()
    .describe('How many rows there will be, where the caller knows: only told beside the progress.'),
});

/** An export. */
export const exportSchema = z.object({
  id: z.int(),
  name: z.string(),
  ivt: z.boolean().describe('Whether it is a postbid report.'),
  format: z.enum(exportFormats),
  state: z.enum(exportStates),
  error: z.string().nullable().describe('Why it failed.'),
  rowCount: z.int().describe('Rows of the file so far.'),
  byteCount: z.int().describe('Bytes of the file so far.'),
  expectedRows: z.int().nullable().describe('Rows that there will be, where that was told with the order.'),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});
