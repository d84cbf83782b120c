import { z } from 'zod';
import { reportRoles } from '#model/index.ts';
import { exportFormats, exportStates } from '#model/reports/reportFiles.ts';
import type { Contract } from '../routeDeclaration.ts';
import { idParams, namedRequest } from '../reports/savedReportContract.ts';

const newExportSchema = z.strictObject({
  ...namedRequest,
  format: z.enum(exportFormats, 'One of: csv, xlsx').describe('File format.'),
  expectedRows: z
    .int('Must be a whole number')
    .min(0, 'At least 0')
    .max(2_000_000_000, 'At most 2,000,000,000')
    .optional()
    .describe('Expected number of rows, if known. Only shown with the progress.'),
});

const exportSchema = z.object({
  id: z.int(),
  name: z.string(),
  ivt: z.boolean().describe('true = post-bid verification report.'),
  format: z.enum(exportFormats),
  state: z.enum(exportStates),
  error: z.string().nullable().describe('Why the export failed.'),
  rowCount: z.int().describe('Rows written so far.'),
  byteCount: z.int().describe('Bytes written so far.'),
  request: z.record(z.string(), z.unknown()).describe('The report request that is exported.'),
  expectedRows: z.int().nullable().describe('Expected number of rows, if it was given with the request.'),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});

/** A report that is, or was, exported to a file in the background. Times are ISO 8601. */
export type ReportExport = z.output<typeof exportSchema>;

const chapter = 'Exports';

const access = { roles: reportRoles };

/** Reports that are exported to files in the background. */
export const exportContract = {
  create: {
    method: 'POST',
    path: '/api/exports',
    summary: 'Export a report to a file in the background',
    chapter,
    access,
    body: newExportSchema,
    responses: {
      202: {
        description: 'Queued. The finished file appears in the saved reports. Without a limit it has all rows.',
        schema: exportSchema,
      },
    },
    rejects: [422, 429],
  },
  list: {
    method: 'GET',
    path: '/api/exports',
    summary: 'List your exports',
    chapter,
    access,
    responses: { 200: { description: 'The 100 latest exports, newest first', schema: z.array(exportSchema) } },
  },
  read: {
    method: 'GET',
    path: '/api/exports/{id}',
    summary: 'Read the progress or result of an export',
    chapter,
    access,
    params: idParams,
    responses: { 200: { description: 'The export', schema: exportSchema } },
    rejects: [404],
  },
  cancel: {
    method: 'POST',
    path: '/api/exports/{id}/cancel',
    summary: 'Cancel an export. An export that has ended does not change',
    chapter,
    access,
    params: idParams,
    responses: { 200: { description: 'The export after the call', schema: exportSchema } },
    rejects: [404],
  },
  remove: {
    method: 'DELETE',
    path: '/api/exports/{id}',
    summary: 'Dismiss a failed or canceled export',
    chapter,
    access,
    params: idParams,
    responses: { 200: { description: 'Dismissed', schema: z.object({}) } },
    rejects: [404],
  },
} as const satisfies Contract;
