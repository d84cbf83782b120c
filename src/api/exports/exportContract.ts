import { z } from 'zod';
import { reportRoles } from '#model/index.ts';
import { exportFormats, exportStates } from '#model/reportFiles.ts';
import type { Contract } from '../routeDeclaration.ts';
import { idParams, namedRequest } from '../savedReports/savedReportContract.ts';

const newExportSchema = z.strictObject({
  ...namedRequest,
  format: z.enum(exportFormats, 'One of: csv, xlsx').describe('Format of the file.'),
  expectedRows: z
    .int('Must be a whole number')
    .min(0, 'At least 0')
    .max(2_000_000_000, 'At most 2,000,000,000')
    .optional()
    .describe('How many rows there will be, where the caller knows: only told beside the progress.'),
});

const exportSchema = z.object({
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

/** A report that is, or was, written to a file in the background. Times are ISO 8601. */
export type ReportExport = z.output<typeof exportSchema>;

const chapter = 'Exports';

const access = { roles: reportRoles };

/** Reports that are written to files in the background. */
export const exportContract = {
  create: {
    method: 'POST',
    path: '/api/exports',
    summary: 'Write a report to a file in the background',
    chapter,
    access,
    body: newExportSchema,
    answers: {
      202: {
        description: 'Queued. When it is done, the file is a saved report; without a limit it has all rows.',
        schema: exportSchema,
      },
    },
    refuses: [422, 429],
  },
  list: {
    method: 'GET',
    path: '/api/exports',
    summary: 'List your exports',
    chapter,
    access,
    answers: { 200: { description: 'The newest hundred, the newest first', schema: z.array(exportSchema) } },
  },
  read: {
    method: 'GET',
    path: '/api/exports/{id}',
    summary: 'Read an export: how far it is, or how it ended',
    chapter,
    access,
    params: idParams,
    answers: { 200: { description: 'The export', schema: exportSchema } },
    refuses: [404],
  },
  cancel: {
    method: 'POST',
    path: '/api/exports/{id}/cancel',
    summary: 'Cancel an export; one that has ended stays as it is',
    chapter,
    access,
    params: idParams,
    answers: { 200: { description: 'The export as it is now', schema: exportSchema } },
    refuses: [404],
  },
  remove: {
    method: 'DELETE',
    path: '/api/exports/{id}',
    summary: 'Forget an export that failed or was canceled',
    chapter,
    access,
    params: idParams,
    answers: { 200: { description: 'Forgotten', schema: z.object({}) } },
    refuses: [404],
  },
} as const satisfies Contract;
