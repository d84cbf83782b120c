import { z } from 'zod';
import { partnerKinds } from '#model/finance/index.ts';
import { idParam } from '../addressValues.ts';
import { problemSchema } from '../problem.ts';
import type { Contract } from '../routeDeclaration.ts';
import { accountMonthParam, emptyResponse, financeRoute } from './financeSchemas.ts';

/** Maximum file size. */
const limitBytes = 10 * 1024 * 1024;

const kind = z.enum(partnerKinds, `One of: ${partnerKinds.join(', ')}`);

const heading = (what: string) =>
  z.string().max(200, 'At most 200 characters').optional().describe(`Column header of ${what}`);

const importQuery = z.object({
  kind: kind.describe('Object type of the lines, each named by name or ID'),
  fileName: z.string().max(200, 'At most 200 characters').default('numbers.csv'),
  isDryRun: z.enum(['true', 'false'], 'Must be true or false').default('false'),
  day: heading('the day. Without it, only the columns and a sample are returned'),
  object: heading('the name or ID'),
  imps: heading('impressions'),
  revenue: heading('revenue in USD'),
  clicks: heading('clicks'),
  reqs: heading('requests'),
});

const importResponse = z.object({
  columns: z.array(z.string()).describe('Column headers of the file'),
  sample: z.array(z.array(z.string())).describe('The first lines'),
  count: z.int().describe('Lines below the header'),
  objects: z.int().describe('Number of different objects'),
  days: z.int().describe('Number of different days'),
  from: z.string().nullable(),
  to: z.string().nullable(),
  same: z
    .object({ fileName: z.string(), createdAt: z.string() })
    .nullable()
    .describe('The earlier import with the same lines'),
  replaced: z.int().describe('Existing numbers for the same objects and days that are replaced'),
  faults: z.array(problemSchema).describe('Errors, with paths such as lines.7.imps'),
  isApplied: z.boolean(),
});

/** Response of POST /api/finance/accounts/{id}/partnerNumbers. */
export type PartnerImportResponse = z.output<typeof importResponse>;

const numbers = z.object({ imps: z.int(), revenue: z.string() });

const theirNumbers = z.object({ imps: z.int(), revenue: z.string().nullable() });

const cause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('zone'), hours: z.int(), errorBefore: z.number(), errorAfter: z.number() }),
  z.object({ kind: z.literal('ivt'), share: z.number(), imps: z.int() }),
  z.object({ kind: z.literal('late'), nextDayShare: z.number(), overAnHourShare: z.number(), sampled: z.int() }),
  z.object({ kind: z.literal('timeouts'), share: z.number(), timeouts: z.int(), sent: z.int() }),
]);

const reconciledRow = z.object({
  objectId: z.int(),
  name: z.string(),
  ours: numbers,
  theirs: theirNumbers.describe('revenue is null if the partner’s file has none'),
  discrepancy: z.number().nullable().describe('(ours − theirs) ÷ theirs; null if theirs is 0'),
  revenueDiscrepancy: z.number().nullable(),
  threshold: z.number().describe('Discrepancy threshold, 0.1 = 10%'),
  causes: z.array(cause),
  days: z.array(z.object({ day: z.string(), ours: numbers, theirs: theirNumbers })),
});

/** An object with the partner's numbers and ours. */
export type ReconciledRow = z.output<typeof reconciledRow>;

const reconciliation = z.object({
  kind,
  rows: z.array(reconciledRow),
  files: z.array(
    z.object({
      id: z.int(),
      fileName: z.string(),
      lines: z.int(),
      createdAt: z.string(),
      userName: z.string().nullable(),
    }),
  ),
});

/** Response of GET /api/finance/months/{month}/accounts/{id}/reconciliation. */
export type Reconciliation = z.output<typeof reconciliation>;

/** Partners' own counts, compared with ours. */
export const partnerContract = {
  importNumbers: {
    method: 'POST',
    path: '/api/finance/accounts/{id}/partnerNumbers',
    summary: 'Import a partner report from CSV. Either all lines are imported or none',
    ...financeRoute,
    params: idParam,
    query: importQuery,
    streamBody: { contentTypes: ['text/csv'], limitBytes },
    responses: { 200: { description: 'Preview or result of the import', schema: importResponse } },
    rejects: [404, 422],
  },
  reconcile: {
    method: 'GET',
    path: '/api/finance/months/{month}/accounts/{id}/reconciliation',
    summary: 'Reconcile a month with the partners’ numbers, with likely causes of discrepancies',
    ...financeRoute,
    params: accountMonthParam,
    query: z.object({ kind }),
    responses: { 200: { description: 'Objects with partner numbers', schema: reconciliation } },
    rejects: [404],
  },
  removeFile: {
    method: 'DELETE',
    path: '/api/finance/partnerFiles/{id}',
    summary: 'Delete an imported partner report',
    ...financeRoute,
    params: idParam,
    responses: { 200: { description: 'Deleted', schema: emptyResponse } },
    rejects: [404, 409],
  },
} as const satisfies Contract;
