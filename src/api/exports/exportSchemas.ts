import { z } from 'zod';
import { exportFormats, exportStates } from '#storage/exports/exportStore.ts';
import { namedRequest } from '../savedReports/savedReportSchemas.ts';

/** Body of POST /api/exports. */
export const newExportSchema = z.strictObject({
  ...namedRequest,
  format: z.enum(exportFormats, 'One of: csv, xlsx').describe('Format of the file.'),
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
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});
