import { z } from 'zod';
import { textSchema } from '#model/textSchema.ts';
import { missingOr } from '#model/missingOr.ts';
import { maxId, reportRoles } from '#model/index.ts';
import { reportBodySchema, reportRanges } from '#reports/index.ts';
import { exportFormats, savedReportKinds } from '#model/reportFiles.ts';
import { contentTypes } from '../contentTypes.ts';
import { reportRowSchema } from '../reports/reportContract.ts';
import type { Contract } from '../routeDeclaration.ts';

const idText = (text: string) =>
  z
    .string()
    .regex(/^\d{1,10}$/, text)
    .transform(Number)
    .refine((id) => id <= maxId, text);

const nameSchema = textSchema(missingOr('Must be text'))
  .trim()
  .min(1, 'Must not be empty')
  .max(255, 'At most 255 characters');

/** The id in a path. */
export const idParams = z.object({ id: idText('Must be an id') });

const listQuerySchema = z.object({
  last: idText('Must be an id').optional().describe('The largest id already known: only later reports are answered.'),
  archived: z.enum(['0', '1'], '0 or 1').optional().describe('1 answers archived reports too.'),
});

/** The question of a report that is saved or exported. */
export const savedRequestSchema = reportBodySchema
  .extend({
    range: z
      .enum(reportRanges)
      .optional()
      .describe('How the days were chosen, for when the report is run again on another day.'),
  })
  .describe('The question, as POST /api/rrun takes it. The server runs it with the rights of the caller.');

/** The name and the question that saving and exporting have in common. */
export const namedRequest = {
  name: nameSchema,
  ivt: z.boolean('Must be true or false').describe('Whether it is a postbid report.'),
  request: savedRequestSchema,
};

/** How a report is shown: parts of the address of the report page, which reads them as it reads any address. */
const viewPart = (text: string) =>
  z.string('Must be text').max(100, 'At most 100 characters').optional().describe(text);
const reportViewSchema = z
  .strictObject({
    pivot: viewPart('The dimension in columns.'),
    view: viewPart('What is drawn beside the table.'),
    chart: viewPart('The metric that the chart shows.'),
    top: viewPart('Series or bars that the chart shows apart.'),
  })
  .describe('How it is shown on the report page.');

const newReportSchema = z.strictObject({
  ...namedRequest,
  keep: z
    .enum(['definition', 'rows', 'file'], 'One of: definition, rows, file')
    .describe('Keep the question alone, which is run anew each time, the rows to look at, or a CSV file.'),
  view: reportViewSchema.optional(),
});

/** Body of POST /api/savedReport, read. */
export type NewReport = z.output<typeof newReportSchema>;

const cloneSchema = z.strictObject({ name: nameSchema });

const changeSchema = z
  .strictObject({ name: nameSchema.optional(), isArchived: z.boolean('Must be true or false').optional() })
  .refine((change) => Object.keys(change).length > 0, 'Nothing to change');

const savedReportSchema = z.object({
  id: z.int(),
  dt: z.iso.datetime().describe('When it was saved.'),
  name: z.string(),
  file: z.boolean().describe('Whether it is a file to download.'),
  kind: z.enum(savedReportKinds).describe('What is kept: the question alone, the rows of its answer, or a file.'),
  format: z.enum(exportFormats).nullable().describe('The format of a file.'),
  byteCount: z.int().nullable().describe('Bytes of a file that was exported.'),
  keptUntil: z.iso.datetime().nullable().describe('When the file is deleted; null for what is kept for good.'),
  ivt: z.boolean().describe('Whether it is a postbid report.'),
  isArchived: z.boolean(),
  rowCount: z.int(),
  from: z.string().nullable().describe('The colleague whose schedule delivered it; null for what you saved.'),
});

/** A saved report as the bell and /reports list it. */
export type SavedReport = z.output<typeof savedReportSchema>;

const savedReportContentSchema = savedReportSchema.extend({
  request: z.record(z.string(), z.unknown()).describe('The question, with the zone that it was asked in.'),
  rows: z
    .array(reportRowSchema)
    .nullable()
    .describe('The answer of POST /api/rrun; null for a definition and for a file.'),
  view: z.record(z.string(), z.string()).nullable().describe('How it is shown on the report page; null = as it comes.'),
});

/** Answer of GET /api/savedReport/{id}: with the question and, of a snapshot, the answer of POST /api/rrun. */
export type SavedReportContent = z.output<typeof savedReportContentSchema>;

const meter = (used: string, most: string) =>
  z.object({ used: z.int().describe(used), most: z.int().describe(`${most}; 0 = not limited.`) });

const postbidQuotaSchema = z.object({
  month: z.string().describe('The calendar month in UTC, as YYYY-MM.'),
  endsOn: z.string().describe('The day on which the next one begins at 00:00 UTC, as YYYY-MM-DD.'),
  imps: meter('Impressions measured this month, over all accounts.', 'Impressions that may be measured a month'),
  reports: meter('Postbid reports saved this month, over all accounts.', 'Postbid reports that may be saved a month'),
});

/** How much of the postbid limits of the month is used. */
export type PostbidQuota = z.output<typeof postbidQuotaSchema>;

const chapter = 'Saved reports';

const access = { roles: reportRoles };

/** The reports that people save. */
export const savedReportContract = {
  list: {
    method: 'GET',
    path: '/api/savedReports',
    summary: 'List your saved reports, those after the last one known',
    chapter,
    access,
    query: listQuerySchema,
    answers: { 200: { description: 'The newest first', schema: z.array(savedReportSchema) } },
  },
  save: {
    method: 'POST',
    path: '/api/savedReport',
    summary: 'Run a report and keep its answer',
    chapter,
    access,
    body: newReportSchema,
    answers: { 201: { description: 'Saved', schema: savedReportSchema } },
    refuses: [422],
  },
  read: {
    method: 'GET',
    path: '/api/savedReport/{id}',
    summary: 'Read a saved report',
    chapter,
    access,
    params: idParams,
    answers: { 200: { description: 'The report', schema: savedReportContentSchema } },
    refuses: [404, 422],
  },
  change: {
    method: 'PATCH',
    path: '/api/savedReport/{id}',
    summary: 'Rename a saved report, archive it or take it back',
    chapter,
    access,
    params: idParams,
    body: changeSchema,
    answers: { 200: { description: 'Changed', schema: savedReportSchema } },
    refuses: [404],
  },
  copy: {
    method: 'POST',
    path: '/api/savedReport/{id}/clone',
    summary: 'Copy the question of a saved report into a definition of its own',
    chapter,
    access,
    params: idParams,
    body: cloneSchema,
    answers: { 201: { description: 'Copied', schema: savedReportSchema } },
    refuses: [404, 422],
  },
  remove: {
    method: 'DELETE',
    path: '/api/savedReport/{id}',
    summary: 'Delete a saved report for good',
    chapter,
    access,
    params: idParams,
    answers: { 200: { description: 'Deleted', schema: z.object({}) } },
    refuses: [404],
  },
  download: {
    method: 'GET',
    path: '/api/savedFile/{id}',
    summary: 'Download a report that is kept as a file',
    chapter,
    access,
    params: idParams,
    answers: {
      200: {
        description: 'The report as CSV in UTF-8, or as XLSX',
        contentType: [contentTypes.csv, contentTypes.xlsx],
        schema: z.string(),
      },
    },
    refuses: [404, 422],
  },
  readPostbidQuota: {
    method: 'GET',
    path: '/api/postbid/quota',
    summary: 'Tell how much of the postbid limits of the month is used',
    chapter,
    access,
    answers: { 200: { description: 'The limits of the platform and what is used', schema: postbidQuotaSchema } },
  },
} as const satisfies Contract;
