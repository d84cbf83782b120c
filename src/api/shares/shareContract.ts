import { z } from 'zod';
import { textSchema } from '#model/textSchema.ts';
import { maxId, reportRoles } from '#model/index.ts';
import { exportFormats } from '#model/reportFiles.ts';
import { contentTypes } from '../contentTypes.ts';
import { reportRowSchema } from '../reports/reportContract.ts';
import type { Contract } from '../routeDeclaration.ts';
import { idParams } from '../savedReports/savedReportContract.ts';
import { shareLimits } from './shareLimits.ts';

const shareParams = idParams.extend({
  shareId: z
    .string()
    .regex(/^\d{1,10}$/, 'Must be an id')
    .transform(Number)
    .refine((id) => id <= maxId, 'Must be an id'),
});

const newShareSchema = z.strictObject({
  hours: z
    .int('Must be a whole number of hours')
    .min(shareLimits.leastHours, 'At least an hour')
    .max(shareLimits.mostHours, 'At most 90 days')
    .describe('How long the link lives: from an hour to 90 days.'),
  note: textSchema('Must be text')
    .trim()
    .max(shareLimits.note, `At most ${shareLimits.note} characters`)
    .optional()
    .describe('For whom or what it is; only its user sees it.'),
});

const shareSchema = z.object({
  id: z.int(),
  note: z.string(),
  state: z.enum(['living', 'expired', 'revoked']),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  views: z.int().describe('How often the page was opened.'),
  lastViewAt: z.iso.datetime().nullable(),
});

/** A link by which people without a login read a saved report. Times are ISO 8601. */
export type ReportShare = z.output<typeof shareSchema>;

const madeShareSchema = shareSchema.extend({
  url: z.string().describe('The link. It is told this once.'),
});

/** Answer of POST /api/savedReport/{id}/shares: the one time that the link itself is answered. */
export type NewReportShare = z.output<typeof madeShareSchema>;

/** Any text is a token, so that a wrong one is answered like one that is over. */
const tokenParams = z.object({ token: z.string() });

const columnSchema = z.object({
  key: z.string(),
  label: z.string(),
  definition: z.string().describe('What its figures or values mean'),
  unit: z
    .enum(['count', 'usd', 'ratio', 'number', 'ms'])
    .nullable()
    .describe('The unit of figures; null for what they are broken down by'),
});

/** A column of a shared report. */
export type SharedColumn = z.output<typeof columnSchema>;

const tableSchema = z.object({
  kind: z.literal('table'),
  isLive: z.boolean().describe('Whether it is counted anew when it is opened later.'),
  columns: z.array(columnSchema),
  rows: z.array(reportRowSchema),
  totals: reportRowSchema
    .nullable()
    .describe('Of all that was counted; null where nothing is broken down, and the one row is it.'),
  isCut: z.boolean().describe('Whether there are more rows.'),
});

/** The rows of a shared report. Money is decimal USD text, a rate is a part of 1. */
export type SharedTable = z.output<typeof tableSchema>;

const fileSchema = z.object({
  kind: z.literal('file'),
  format: z.enum(exportFormats),
  byteCount: z.int().nullable().describe('Null where it is not known.'),
  rowCount: z.int(),
});

const sharedReportSchema = z.object({
  name: z.string(),
  sharedBy: z
    .string()
    .nullable()
    .describe('The account that shares it; null where it is the operator of the platform.'),
  validUntil: z.iso.datetime(),
  range: z
    .object({
      startDate: z.string(),
      endDate: z.string(),
      startTime: z.string().nullable(),
      endTime: z.string().nullable(),
    })
    .describe('First and last day, both included; with times where the days are not whole, as HH:MM.'),
  offset: z.int().describe('Hours from UTC.'),
  countedAt: z.iso.datetime(),
  content: z.discriminatedUnion('kind', [tableSchema, fileSchema]),
});

/** Answer of GET /api/shared/{token}: what whoever has the link may read, without any id of an object. */
export type SharedReport = z.output<typeof sharedReportSchema>;

const chapter = 'Shared reports';

const access = { roles: reportRoles };

/** Links by which people without a login read a saved report. */
export const shareContract = {
  list: {
    method: 'GET',
    path: '/api/savedReport/{id}/shares',
    summary: 'List the links to a saved report',
    chapter,
    access,
    params: idParams,
    answers: {
      200: {
        description: 'The newest hundred, the newest first; those that are over for 90 days more',
        schema: z.array(shareSchema),
      },
    },
    refuses: [404],
  },
  create: {
    method: 'POST',
    path: '/api/savedReport/{id}/shares',
    summary: 'Make a link by which people without a login read a saved report',
    chapter,
    access,
    params: idParams,
    body: newShareSchema,
    answers: { 201: { description: 'Made. The link is told this once.', schema: madeShareSchema } },
    refuses: [404, 422],
  },
  revoke: {
    method: 'DELETE',
    path: '/api/savedReport/{id}/shares/{shareId}',
    summary: 'Take a link back: it leads nowhere from now on',
    chapter,
    access,
    params: shareParams,
    answers: { 200: { description: 'The link as it is now', schema: shareSchema } },
    refuses: [404],
  },
  read: {
    method: 'GET',
    path: '/api/shared/{token}',
    summary: 'Read a report by a link to it',
    chapter,
    access: 'public',
    params: tokenParams,
    answers: {
      200: {
        description:
          'The report, without ids of objects. A definition is counted with the rights that its user has at that ' +
          'moment, once a minute at most. A link that leads nowhere is answered 404, whatever the cause.',
        schema: sharedReportSchema,
      },
    },
    refuses: [404, 422, 429],
  },
  downloadCsv: {
    method: 'GET',
    path: '/api/shared/{token}/csv',
    summary: 'Download the table of a shared report',
    chapter,
    access: 'public',
    params: tokenParams,
    answers: {
      200: {
        description: 'The rows that the page shows, as CSV in UTF-8',
        contentType: 'text/csv',
        schema: z.string(),
      },
    },
    refuses: [404, 422, 429],
  },
  downloadFile: {
    method: 'GET',
    path: '/api/shared/{token}/file',
    summary: 'Download a shared report that is kept as a file',
    chapter,
    access: 'public',
    params: tokenParams,
    answers: {
      200: {
        description: 'The file as it was written: CSV in UTF-8, or XLSX',
        contentType: [contentTypes.csv, contentTypes.xlsx],
        schema: z.string(),
      },
    },
    refuses: [404, 429],
  },
} as const satisfies Contract;
