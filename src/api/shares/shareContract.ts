import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import { maxId, reportRoles } from '#model/index.ts';
import { exportFormats } from '#model/reports/reportFiles.ts';
import { contentTypes } from '../contentTypes.ts';
import { reportRowSchema } from '../reports/reportContract.ts';
import type { Contract } from '../routeDeclaration.ts';
import { idParams } from '../reports/savedReportContract.ts';
import { shareLimits } from './shareLimits.ts';

const shareParams = idParams.extend({
  shareId: z
    .string()
    .regex(/^\d{1,10}$/, 'Must be an ID')
    .transform(Number)
    .refine((id) => id <= maxId, 'Must be an ID'),
});

const newShareSchema = z.strictObject({
  hours: z
    .int('Must be a whole number of hours')
    .min(shareLimits.minHours, 'At least 1 hour')
    .max(shareLimits.maxHours, 'At most 90 days')
    .describe('Validity of the link in hours, from 1 hour to 90 days.'),
  note: textSchema('Must be text')
    .trim()
    .max(shareLimits.maxNoteLength, `At most ${shareLimits.maxNoteLength} characters`)
    .optional()
    .describe('Who or what the link is for. Only visible to you.'),
});

const shareSchema = z.object({
  id: z.int(),
  note: z.string(),
  state: z.enum(['living', 'expired', 'revoked']),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  views: z.int().describe('Number of times the page was opened.'),
  lastViewAt: z.iso.datetime().nullable(),
});

/** A link by which people without a login read a saved report. Times are ISO 8601. */
export type ReportShare = z.output<typeof shareSchema>;

const createdShareSchema = shareSchema.extend({
  url: z.string().describe('The link. It is only returned once.'),
});

/** Response of POST /api/savedReport/{id}/shares: the only one that contains the link itself. */
export type NewReportShare = z.output<typeof createdShareSchema>;

/** Any text is accepted as a token, so that a wrong one gets the response of an expired one. */
const tokenParams = z.object({ token: z.string() });

const columnSchema = z.object({
  key: z.string(),
  label: z.string(),
  definition: z.string().describe('Definition of the metric or dimension'),
  unit: z.enum(['count', 'usd', 'ratio', 'number', 'ms']).nullable().describe('Unit of a metric; null for dimensions'),
});

export type SharedColumn = z.output<typeof columnSchema>;

const pivotSchema = z
  .object({
    columns: z.array(columnSchema).describe('The other dimensions, and the metrics over all values.'),
    rows: z.array(reportRowSchema),
    totals: reportRowSchema,
    values: z
      .array(
        z.object({
          name: z.string(),
          totals: reportRowSchema,
          cells: z.array(reportRowSchema.nullable()).describe('The metrics in each row; null = no data.'),
        }),
      )
      .describe('The values of the dimension in columns, at most 20.'),
    notes: z.string().describe('Which columns and rows are shown.'),
  })
  .describe('The report with one dimension in columns.');

/** A shared report with one dimension in columns. */
export type SharedPivot = z.output<typeof pivotSchema>;

const funnelStepSchema = z.object({
  key: z.enum(['calls', 'blocked', 'reqs', 'unanswered', 'opps', 'ads', 'unshown', 'imps']),
  label: z.string(),
  help: z.string(),
  count: z.int(),
  isLoss: z.boolean(),
  losses: z.array(z.object({ reason: z.string(), text: z.string(), count: z.int() })),
});

const tableSchema = z.object({
  kind: z.literal('table'),
  isLive: z.boolean().describe('true = refreshed when it is opened later.'),
  columns: z.array(columnSchema),
  rows: z.array(reportRowSchema),
  totals: reportRowSchema
    .nullable()
    .describe('Totals of all rows; null if there are no dimensions and the only row is the total.'),
  isCut: z.boolean().describe('true = there are more rows than returned.'),
  view: z
    .object({
      view: z.string().optional().describe('Chart type shown next to the table.'),
      chart: z.string().optional().describe('Metric shown in the chart.'),
      top: z.string().optional().describe('Number of series or bars in the chart.'),
    })
    .describe('Display options with which the report was saved; those that are absent have their default.'),
  pivot: pivotSchema.nullable().describe('null = no dimension is shown as columns.'),
  funnel: z.array(funnelStepSchema).nullable().describe('Steps from calls to impressions; null = not shown.'),
});

/** The rows of a shared report. Money is decimal USD text, a rate is a fraction of 1. */
export type SharedTable = z.output<typeof tableSchema>;

const fileSchema = z.object({
  kind: z.literal('file'),
  format: z.enum(exportFormats),
  byteCount: z.int().nullable().describe('null = unknown.'),
  rowCount: z.int(),
});

const sharedReportSchema = z.object({
  name: z.string(),
  sharedBy: z.string().nullable().describe('Account that shares the report; null = the platform operator.'),
  validUntil: z.iso.datetime(),
  range: z
    .object({
      startDate: z.string(),
      endDate: z.string(),
      startTime: z.string().nullable(),
      endTime: z.string().nullable(),
    })
    .describe('First and last day, both included, with times as HH:MM if days are not whole.'),
  offset: z.int().describe('UTC offset in hours.'),
  isTest: z.boolean().describe('Whether it is about test requests, not about live traffic.'),
  countedAt: z.iso.datetime(),
  content: z.discriminatedUnion('kind', [tableSchema, fileSchema]),
});

/** Response of GET /api/shared/{token}: the report without any ids of objects. */
export type SharedReport = z.output<typeof sharedReportSchema>;

const chapter = 'Shared reports';

const access = { roles: reportRoles };

/** Links by which people without a login read a saved report. */
export const shareContract = {
  list: {
    method: 'GET',
    path: '/api/savedReport/{id}/shares',
    summary: 'List the share links of a saved report',
    chapter,
    access,
    params: idParams,
    responses: {
      200: {
        description: 'The 100 latest links, newest first. Expired and revoked links are listed for 90 days',
        schema: z.array(shareSchema),
      },
    },
    rejects: [404],
  },
  create: {
    method: 'POST',
    path: '/api/savedReport/{id}/shares',
    summary: 'Create a link for viewing a saved report without signing in',
    chapter,
    access,
    params: idParams,
    body: newShareSchema,
    responses: { 201: { description: 'Created. The link is only returned once.', schema: createdShareSchema } },
    rejects: [404, 422],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/savedReport/{id}/shares/{shareId}',
    summary: 'Revoke a share link',
    chapter,
    access,
    params: shareParams,
    responses: { 200: { description: 'The revoked link', schema: shareSchema } },
    rejects: [404],
  },
  read: {
    method: 'GET',
    path: '/api/shared/{token}',
    summary: 'Read a shared report by its link',
    chapter,
    access: 'public',
    params: tokenParams,
    responses: {
      200: {
        description:
          'The report, without object IDs. A live report runs with the permissions its owner has at that ' +
          'time, at most once per minute. An invalid, expired or revoked link returns 404.',
        schema: sharedReportSchema,
      },
    },
    rejects: [404, 422, 429],
  },
  downloadCsv: {
    method: 'GET',
    path: '/api/shared/{token}/csv',
    summary: 'Download the table of a shared report',
    chapter,
    access: 'public',
    params: tokenParams,
    responses: {
      200: {
        description: 'The rows of the report as CSV in UTF-8. A dimension shown as columns has a column of its own',
        contentType: 'text/csv',
        schema: z.string(),
      },
    },
    rejects: [404, 422, 429],
  },
  downloadFile: {
    method: 'GET',
    path: '/api/shared/{token}/file',
    summary: 'Download a shared report that is saved as a file',
    chapter,
    access: 'public',
    params: tokenParams,
    responses: {
      200: {
        description: 'The stored file: CSV in UTF-8, or XLSX',
        contentType: [contentTypes.csv, contentTypes.xlsx],
        schema: z.string(),
      },
    },
    rejects: [404, 429],
  },
} as const satisfies Contract;
