import { z } from 'zod';
import { ageingBuckets, itemKinds, itemStates, settlementTypes } from '#model/finance/index.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { shapeOf } from '../shapeOf.ts';
import {
  accountMonthParam,
  financeRoute,
  idAnswer,
  monthSchema,
  paidAmount,
  paidDay,
  reasonBody,
} from './financeSchemas.ts';
import { tableFiles } from './tableFiles.ts';

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

const ageingKeys = [...ageingBuckets.map(({ key }) => key), 'total'] as const;

const ageing = z.object(shapeOf(ageingKeys, usd));

const settlement = z.object({
  id: z.int(),
  type: z.enum(settlementTypes),
  amount: usd.describe('Negative where it takes an entry back'),
  settledOn: z.string(),
  note: z.string(),
  corrects: z.int().nullable().describe('The entry that it takes back'),
  isCorrected: z.boolean(),
  userName: z.string().nullable(),
  createdAt: z.string(),
});

/** One entry about an item; none is ever changed or deleted. */
export type FinanceSettlement = z.output<typeof settlement>;

const item = z.object({
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
  entries: z.array(settlement),
});

/** What a partner owes or is owed for a closed month, and what became of it. */
export type FinanceItem = z.output<typeof item>;

const partnerAgeing = ageing.extend({ partnerId: z.int(), name: z.string() });

/** What of a partner is open, by how long it is overdue. */
export type FinanceAgeing = z.output<typeof partnerAgeing>;

const itemsAnswer = z.object({
  kind,
  today: z.string().describe('The UTC day by which amounts are overdue'),
  accountId: z.int(),
  account: z.string().describe('Its name'),
  rows: z.array(item),
  ageing: z.array(partnerAgeing).describe('Open amounts of all months'),
  total: ageing,
});

/** Answer of GET /api/finance/accounts/{id}/items. */
export type FinanceItems = z.output<typeof itemsAnswer>;

const path = '/api/finance/accounts/{id}/items';

/** What partners owe or are owed as files. */
export const itemFiles = tableFiles({
  path,
  summary: 'What partners owe or are owed',
  params: idParam,
  query: itemsQuery,
});

/** How long it is overdue as files. */
export const ageingFiles = tableFiles({
  path: '/api/finance/accounts/{id}/ageing',
  summary: 'How long what partners owe or are owed is overdue',
  params: idParam,
  query: z.object({ kind }),
});

/** What partners owe accounts and are owed, month by month, and what was paid. */
export const itemContract = {
  list: {
    method: 'GET',
    path,
    summary: 'What an account’s advertisers or ad exchanges owe it, or what it owes its sub-publishers or suppliers',
    ...financeRoute,
    params: idParam,
    query: itemsQuery,
    answers: { 200: { description: 'The items of closed months, and what is overdue', schema: itemsAnswer } },
    refuses: [404],
  },
  listCsv: itemFiles.csv,
  listXlsx: itemFiles.xlsx,
  ageingCsv: ageingFiles.csv,
  ageingXlsx: ageingFiles.xlsx,
  settle: {
    method: 'POST',
    path: '/api/finance/months/{month}/accounts/{id}/settlements',
    summary: 'Record what a partner paid or was paid for a closed month, or what is given up',
    ...financeRoute,
    params: accountMonthParam,
    body: settlementBody,
    answers: { 201: { description: 'Recorded', schema: idAnswer } },
    refuses: [404, 409],
  },
  takeBack: {
    method: 'POST',
    path: '/api/finance/settlements/{id}/takeBack',
    summary: 'Take a payment or write-off back by an entry of the opposite amount',
    ...financeRoute,
    params: idParam,
    body: reasonBody,
    answers: { 201: { description: 'Taken back', schema: idAnswer } },
    refuses: [404, 409],
  },
} as const satisfies Contract;
