import { z } from 'zod';
import { partnerKinds } from '#model/finance/index.ts';
import { financeRoles } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { problemSchema } from '../entities/rowSchema.ts';
import { defineRoute, notFound, ok, refuse, type Route } from '../route.ts';
import { textOfUpload } from '../upload.ts';
import { replyOf } from './financeReply.ts';
import { accountMonthParam } from './financeSchemas.ts';
import { importNumbers } from './importNumbers.ts';
import { reconcileMonth } from './reconcileMonth.ts';

const chapter = 'Finance';
const access = { roles: financeRoles };

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
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  count: z.int(),
  objects: z.int(),
  days: z.int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  same: z.object({ fileName: z.string(), createdAt: z.string() }).nullable(),
  replaced: z.int(),
  faults: z.array(problemSchema).describe('Paths as lines.7.imps'),
  isApplied: z.boolean(),
});

const numbers = z.object({ imps: z.int(), revenue: z.string() });
const theirNumbers = z.object({ imps: z.int(), revenue: z.string().nullable() });

const cause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('zone'), hours: z.int(), errorBefore: z.number(), errorAfter: z.number() }),
  z.object({ kind: z.literal('ivt'), share: z.number(), imps: z.int() }),
  z.object({ kind: z.literal('late'), nextDayShare: z.number(), overAnHourShare: z.number(), sampled: z.int() }),
  z.object({ kind: z.literal('timeouts'), share: z.number(), timeouts: z.int(), sent: z.int() }),
]);

const reconciliation = z.object({
  kind,
  rows: z.array(
    z.object({
      objectId: z.int(),
      name: z.string(),
      ours: numbers,
      theirs: theirNumbers,
      discrepancy: z.number().nullable(),
      revenueDiscrepancy: z.number().nullable(),
      threshold: z.number().describe('Part of 1 beyond which a discrepancy is notable'),
      causes: z.array(cause),
      days: z.array(z.object({ day: z.string(), ours: numbers, theirs: theirNumbers })),
    }),
  ),
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

/** What partners counted by themselves, beside what we did. */
export function partnerRoutes(deps: ApiDeps): Route[] {
  const { entities, finance } = deps;
  return [
    defineRoute({
      method: 'POST',
      path: '/api/finance/accounts/{id}/partnerNumbers',
      summary: 'Import what partners counted, from CSV: all lines, or none',
      chapter,
      access,
      params: idParam,
      query: importQuery,
      streamBody: { contentTypes: ['text/csv'], limitBytes },
      answers: { 200: { description: 'What the lines tell, or came to', schema: importAnswer } },
      refuses: [404, 422],
      async handler({ params, query, upload, author }) {
        const account = await entities.get('demand', params.id, 'all');
        if (!account) return notFound();
        const { day, object, imps, revenue, clicks, reqs } = query;
        const isNamed = day !== undefined && object !== undefined && imps !== undefined;
        const isDryRun = query.isDryRun === 'true';
        if (!isDryRun && !isNamed) {
          const message = 'Say which columns hold the day, the name and the impressions';
          return refuse(422, [{ code: 'required', message, path: 'day' }]);
        }
        const answer = await importNumbers(deps, {
          account: { id: account.id, name: account.name },
          kind: query.kind,
          fileName: query.fileName,
          text: await textOfUpload(upload),
          columns: isNamed ? { day, object, imps, revenue, clicks, reqs } : null,
          isDryRun,
          author,
        });
        return !isDryRun && answer.faults.length > 0 ? refuse(422, answer.faults) : ok(answer);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/finance/months/{month}/accounts/{id}/reconciliation',
      summary: 'What we and partners counted in a month, and why it differs',
      chapter,
      access,
      params: accountMonthParam,
      query: z.object({ kind }),
      answers: { 200: { description: 'Objects for which partners have numbers', schema: reconciliation } },
      refuses: [404],
      async handler({ params: { month, id }, query }) {
        const answer = await reconcileMonth(deps, month, id, query.kind);
        return answer ? ok(answer) : notFound();
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/finance/partnerFiles/{id}',
      summary: 'Forget a file of partners’ numbers',
      chapter,
      access,
      params: idParam,
      answers: { 200: { description: 'Forgotten', schema: z.object({}) } },
      refuses: [404, 409],
      handler: async ({ params, author }) => replyOf(await finance.partners.remove(author, params.id), () => ({}), 200),
    }),
  ];
}
