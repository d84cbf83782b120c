import { z } from 'zod';
import { ageingBuckets, itemKinds, itemStates, settlementTypes } from '#model/finance/index.ts';
import { financeRoles } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';
import { describeItems } from './describeItems.ts';
import { replyOf } from './financeReply.ts';
import { accountMonthParam, idAnswer, monthSchema, paidAmount, paidDay, reasonBody } from './financeSchemas.ts';
import { ageingTable, itemTable } from './itemTables.ts';
import { tableRoutes } from './tableRoutes.ts';

const chapter = 'Finance';
const access = { roles: financeRoles };

const kind = z
  .enum(itemKinds, `One of: ${itemKinds.join(', ')}`)
  .describe('advertiser and adexchange = what they owe the account, subpublisher and supplier = what it owes them');

const itemsQuery = z.object({
  kind,
  month: monthSchema.optional().describe('The items of this closed month; absent = of all'),
});

const settlementBody = z
  .strictObject({
    kind,
    partnerId: z.int('Must be an id').min(1, 'Must be an id').describe('The id of the partner'),
    type: z.enum(settlementTypes, `One of: ${settlementTypes.join(', ')}`).default('payment'),
    amount: paidAmount.refine((usd) => !usd.startsWith('-'), 'Must be more than nothing: a wrong entry is taken back'),
    settledOn: paidDay,
    note: z
      .string('Must be text')
      .trim()
      .max(500, 'At most 500 characters')
      .default('')
      .describe('Reference of a payment; reason of a write-off, which needs one'),
  })
  .refine(({ type, note }) => type === 'payment' || note !== '', { message: 'Is missing', path: ['note'] });

const usd = z.string().describe('USD');
const ageing = z.object(
  Object.fromEntries([...ageingBuckets.map(({ key }) => key), 'total' as const].map((key) => [key, usd])),
);

const itemsAnswer = z.object({
  kind,
  today: z.string(),
  accountId: z.int(),
  account: z.string().describe('Its name'),
  rows: z.array(
    z.object({
      kind,
      month: z.string(),
      partnerId: z.int(),
      name: z.string(),
      amount: usd.describe('As the month was closed, exact to the nano-dollar'),
      owed: usd.describe('The amount rounded once to the cent'),
      terms: z.int().describe('Days of payment'),
      dueOn: z.string(),
      paid: usd,
      writtenOff: usd,
      open: usd,
      state: z.enum(itemStates),
      daysOverdue: z.int(),
      entries: z.array(
        z.object({
          id: z.int(),
          type: z.enum(settlementTypes),
          amount: usd.describe('Negative where it takes an entry back'),
          settledOn: z.string(),
          note: z.string(),
          corrects: z.int().nullable().describe('The entry that it takes back'),
          isCorrected: z.boolean(),
          userName: z.string().nullable(),
          createdAt: z.string(),
        }),
      ),
    }),
  ),
  ageing: z.array(ageing.extend({ partnerId: z.int(), name: z.string() })).describe('Open amounts of all months'),
  total: ageing,
});

/** What partners owe accounts and are owed, month by month, and what was paid. */
export function itemRoutes(deps: ApiDeps): Route[] {
  const { finance, entities, now } = deps;
  const path = '/api/finance/accounts/{id}/items';
  return [
    defineRoute({
      method: 'GET',
      path,
      summary: 'What an account’s advertisers or ad exchanges owe it, or what it owes its sub-publishers or suppliers',
      chapter,
      access,
      params: idParam,
      query: itemsQuery,
      answers: { 200: { description: 'The items of closed months, and what is overdue', schema: itemsAnswer } },
      refuses: [404],
      async handler({ params, query }) {
        const answer = await describeItems(deps, params.id, query.kind, query.month);
        return answer ? ok(answer) : notFound();
      },
    }),
    ...tableRoutes({
      path,
      summary: 'What partners owe or are owed',
      params: idParam,
      query: itemsQuery,
      async tableOf({ params, query }) {
        const answer = await describeItems(deps, params.id, query.kind, query.month);
        return answer && itemTable(answer, query.month);
      },
    }),
    ...tableRoutes({
      path: '/api/finance/accounts/{id}/ageing',
      summary: 'How long what partners owe or are owed is overdue',
      params: idParam,
      query: z.object({ kind }),
      async tableOf({ params, query }) {
        const answer = await describeItems(deps, params.id, query.kind, undefined);
        return answer && ageingTable(answer);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/finance/months/{month}/accounts/{id}/settlements',
      summary: 'Record what a partner paid or was paid for a closed month, or what is given up',
      chapter,
      access,
      params: accountMonthParam,
      body: settlementBody,
      answers: { 201: { description: 'Recorded', schema: idAnswer } },
      refuses: [404, 409],
      async handler({ params: { month, id }, body, author }) {
        const account = await entities.get('demand', id, 'all');
        if (!account) return notFound();
        const outcome = await finance.settlements.settle(author, { demandId: id, name: account.name, month }, body);
        return replyOf(outcome, (settlementId) => ({ id: settlementId }), 201);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/finance/settlements/{id}/takeBack',
      summary: 'Take a payment or write-off back by an entry of the opposite amount',
      chapter,
      access,
      params: idParam,
      body: reasonBody,
      answers: { 201: { description: 'Taken back', schema: idAnswer } },
      refuses: [404, 409],
      async handler({ params, body, author }) {
        const on = now().toISOString().slice(0, 10);
        const outcome = await finance.settlements.takeBack(author, params.id, { on, reason: body.reason });
        return replyOf(outcome, (settlementId) => ({ id: settlementId }), 201);
      },
    }),
  ];
}
