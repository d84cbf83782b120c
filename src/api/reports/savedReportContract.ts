import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import { requiredOr } from '#model/field/requiredOr.ts';
import { maxId, reportRoles } from '#model/index.ts';
import { currentMetricColumn, reportBodySchema, reportRanges, withCurrentNames } from '#reports/index.ts';
import { exportFormats, savedReportKinds } from '#model/reports/reportFiles.ts';
import { contentTypes } from '../contentTypes.ts';
import { reportRowSchema } from './reportContract.ts';
import type { Contract } from '../routeDeclaration.ts';

const idText = (text: string) =>
  z
    .string()
    .regex(/^\d{1,10}$/, text)
    .transform(Number)
    .refine((id) => id <= maxId, text);

const nameSchema = textSchema(requiredOr('Must be text'))
  .trim()
  .min(1, 'Must not be empty')
  .max(255, 'At most 255 characters');

/** Path parameters with the id of a report. */
export const idParams = z.object({ id: idText('Must be an ID') });

const listQuerySchema = z.object({
  last: idText('Must be an ID').optional().describe('Largest ID already known. Only later reports are returned.'),
  archived: z.enum(['0', '1'], '0 or 1').optional().describe('1 = include archived reports.'),
});

/** The request of a saved or exported report. */
export const savedRequestSchema = reportBodySchema
  .extend({
    range: z
      .enum(reportRanges)
      .optional()
      .describe('Relative date range. When the report runs on another day, the dates move with it.'),
  })
  .transform(withCurrentNames)
  .describe('Report definition, in the format of POST /api/rrun. It runs with the permissions of the caller.');

/** The fields that saving and exporting share. */
export const namedRequest = {
  name: nameSchema,
  ivt: z.boolean('Must be true or false').describe('true = post-bid verification report.'),
  request: savedRequestSchema,
};

/** The view of a report: query parameters of the report page, which parses them like any URL. */
const viewPartSchema = z.string('Must be text').max(100, 'At most 100 characters');
const viewPart = (text: string) => viewPartSchema.optional().describe(text);
const reportViewSchema = z
  .strictObject({
    pivot: viewPart('Dimension shown as columns.'),
    view: viewPart('Chart type shown next to the table.'),
    chart: viewPartSchema.transform(currentMetricColumn).optional().describe('Metric shown in the chart.'),
    top: viewPart('Number of series or bars in the chart.'),
  })
  .describe('Display options of the report page.');

const newReportSchema = z.strictObject({
  ...namedRequest,
  saveAs: z
    .enum(['definition', 'rows', 'file'], 'One of: definition, rows, file')
    .describe(
      'definition = live report that runs again each time it is opened; rows = snapshot of the current rows; file = CSV file.',
    ),
  view: reportViewSchema.optional(),
});

/** The parsed body of POST /api/savedReport. */
export type NewReport = z.output<typeof newReportSchema>;

const cloneSchema = z.strictObject({ name: nameSchema });

const changeSchema = z
  .strictObject({ name: nameSchema.optional(), isArchived: z.boolean('Must be true or false').optional() })
  .refine((change) => Object.keys(change).length > 0, 'Nothing to change');

const savedReportSchema = z.object({
  id: z.int(),
  dt: z.iso.datetime().describe('When the report was saved.'),
  name: z.string(),
  file: z.boolean().describe('true = file for download.'),
  kind: z.enum(savedReportKinds).describe('definition = live report; snapshot = stored rows; file = stored file.'),
  format: z.enum(exportFormats).nullable().describe('File format; null if it is no file.'),
  byteCount: z.int().nullable().describe('Size of an exported file in bytes.'),
  expiresAt: z.iso.datetime().nullable().describe('When the file is deleted; null = does not expire.'),
  ivt: z.boolean().describe('true = post-bid verification report.'),
  isArchived: z.boolean(),
  rowCount: z.int(),
  from: z.string().nullable().describe('Colleague whose schedule delivered the report; null if you saved it.'),
});

/** A saved report as the bell and /reports list it. */
export type SavedReport = z.output<typeof savedReportSchema>;

const savedReportContentSchema = savedReportSchema.extend({
  request: z.record(z.string(), z.unknown()).describe('Report definition, with the UTC offset it was saved with.'),
  rows: z
    .array(reportRowSchema)
    .nullable()
    .describe('Stored response of POST /api/rrun; null for live reports and files.'),
  view: z.record(z.string(), z.string()).nullable().describe('Display options of the report page; null = defaults.'),
});

/** Response of GET /api/savedReport/{id}: with the request and, for snapshots, the response of POST /api/rrun. */
export type SavedReportContent = z.output<typeof savedReportContentSchema>;

const meter = (used: string, max: string) =>
  z.object({ used: z.int().describe(used), max: z.int().describe(`${max}. 0 = no limit.`) });

const verificationQuotaSchema = z.object({
  month: z.string().describe('Calendar month in UTC, as YYYY-MM.'),
  endsOn: z.string().describe('Day on which the next month begins (00:00 UTC), as YYYY-MM-DD.'),
  imps: meter('Measured impressions of this month in all accounts.', 'Maximum measured impressions per month'),
  reports: meter('Post-bid verification reports saved this month in all accounts.', 'Maximum reports per month'),
});

/** The used part of the month's verification limits. */
export type VerificationQuota = z.output<typeof verificationQuotaSchema>;

const chapter = 'Saved reports';

const access = { roles: reportRoles };

/** Users' saved reports. */
export const savedReportContract = {
  list: {
    method: 'GET',
    path: '/api/savedReports',
    summary: 'List your saved reports, optionally only those after a known ID',
    chapter,
    access,
    query: listQuerySchema,
    responses: { 200: { description: 'Newest first', schema: z.array(savedReportSchema) } },
  },
  save: {
    method: 'POST',
    path: '/api/savedReport',
    summary: 'Save a report',
    chapter,
    access,
    body: newReportSchema,
    formerNames: new Map([['keep', 'saveAs']]),
    responses: { 201: { description: 'Saved', schema: savedReportSchema } },
    rejects: [422],
  },
  read: {
    method: 'GET',
    path: '/api/savedReport/{id}',
    summary: 'Read a saved report',
    chapter,
    access,
    params: idParams,
    responses: { 200: { description: 'The report', schema: savedReportContentSchema } },
    rejects: [404, 422],
  },
  change: {
    method: 'PATCH',
    path: '/api/savedReport/{id}',
    summary: 'Rename, archive or unarchive a saved report',
    chapter,
    access,
    params: idParams,
    body: changeSchema,
    responses: { 200: { description: 'Changed', schema: savedReportSchema } },
    rejects: [404],
  },
  copy: {
    method: 'POST',
    path: '/api/savedReport/{id}/clone',
    summary: 'Copy a saved report as a live report',
    chapter,
    access,
    params: idParams,
    body: cloneSchema,
    responses: { 201: { description: 'Copied', schema: savedReportSchema } },
    rejects: [404, 422],
  },
  remove: {
    method: 'DELETE',
    path: '/api/savedReport/{id}',
    summary: 'Delete a saved report permanently',
    chapter,
    access,
    params: idParams,
    responses: { 200: { description: 'Deleted', schema: z.object({}) } },
    rejects: [404],
  },
  download: {
    method: 'GET',
    path: '/api/savedFile/{id}',
    summary: 'Download a report that is saved as a file',
    chapter,
    access,
    params: idParams,
    responses: {
      200: {
        description: 'The report as CSV in UTF-8, or as XLSX',
        contentType: [contentTypes.csv, contentTypes.xlsx],
        schema: z.string(),
      },
    },
    rejects: [404, 422],
  },
  readVerificationQuota: {
    method: 'GET',
    path: '/api/verification/quota',
    formerPath: '/api/postbid/quota',
    summary: 'Read the monthly post-bid verification limits and their usage',
    chapter,
    access,
    responses: { 200: { description: 'Limits of the platform and current usage', schema: verificationQuotaSchema } },
  },
} as const satisfies Contract;
