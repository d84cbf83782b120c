import { z } from 'zod';
import { partnerKinds } from '#model/finance/index.ts';
import { idParam } from '../addressValues.ts';
import { problemSchema } from '../problem.ts';
import type { Contract } from '../routeDeclaration.ts';
import { accountMonthParam, emptyAnswer, financeRoute } from './financeSchemas.ts';

/** Largest file. */
const limitBytes = 10 * 1024 * 1024;

const kind = z.enum(partnerKinds, `One of: ${partnerKinds.join(', ')}`);

const heading = (what: string) =>
  z.string().max(200, 'At most 200 characters').optional().describe(`Heading of ${what}`);

const importQuery = z.object({
  kind: kind.describe('What the lines name, by name or id'),
  fileName: z.string().max(200, 'At most 200 characters').default('numbers.csv'),
  isDryRun: z.enum(['true', 'false'], 'Must be true or false').default('false'),
  day: heading('the day; without it only the headings are told'),
  object: heading('the name or id'),
  imps: heading('impressions'),
  revenue: heading('revenue in USD'),
  clicks: heading('clicks'),
  reqs: heading('requests'),
});

const importAnswer = z.object({
  columns: z.array(z.string()).describe('Headings of the file'),
  sample: z.array(z.array(z.string())).describe('Its first lines'),
  count: z.int().describe('Lines below the headings'),
  objects: z.int().describe('Objects that they are about'),
  days: z.int().describe('Days that they are about'),
  from: z.string().nullable(),
  to: z.string().nullable(),
  same: z
    .object({ fileName: z.string(), createdAt: z.string() })
    .nullable()
    .describe('The file with the same lines that was imported before'),
  replaced: z.int().describe('Numbers of the same objects and days that are replaced'),
  faults: z.array(problemSchema).describe('Paths as lines.7.imps'),
  isApplied: z.boolean(),
});

/** Answer of POST /api/finance/accounts/{id}/partnerNumbers. */
export type PartnerImportAnswer = z.output<typeof importAnswer>;

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
  theirs: theirNumbers.describe('Revenue is null where the partner’s file has none'),
  discrepancy: z.number().nullable().describe('(ours − theirs) ÷ theirs; null where they counted nothing'),
  revenueDiscrepancy: z.number().nullable(),
  threshold: z.number().describe('Part of 1 beyond which a discrepancy is notable'),
  causes: z.array(cause),
  days: z.array(z.object({ day: z.string(), ours: numbers, theirs: theirNumbers })),
});

/** An object whose partner has numbers. */
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

/** Answer of GET /api/finance/months/{month}/accounts/{id}/reconciliation. */
export type Reconciliation = z.output<typeof reconciliation>;

/** What partners counted by themselves, beside what we did. */
export const partnerContract = {
  importNumbers: {
    method: 'POST',
    path: '/api/finance/accounts/{id}/partnerNumbers',
    summary: 'Import what partners counted, from CSV: all lines, or none',
    ...financeRoute,
    params: idParam,
    query: importQuery,
    streamBody: { contentTypes: ['text/csv'], limitBytes },
    answers: { 200: { description: 'What the lines tell, or came to', schema: importAnswer } },
    refuses: [404, 422],
  },
  reconcile: {
    method: 'GET',
    path: '/api/finance/months/{month}/accounts/{id}/reconciliation',
    summary: 'What we and partners counted in a month, and why it differs',
    ...financeRoute,
    params: accountMonthParam,
    query: z.object({ kind }),
    answers: { 200: { description: 'Objects for which partners have numbers', schema: reconciliation } },
    refuses: [404],
  },
  removeFile: {
    method: 'DELETE',
    path: '/api/finance/partnerFiles/{id}',
    summary: 'Forget a file of partners’ numbers',
    ...financeRoute,
    params: idParam,
    answers: { 200: { description: 'Forgotten', schema: emptyAnswer } },
    refuses: [404, 409],
  },
} as const satisfies Contract;
