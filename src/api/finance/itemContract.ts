import { z } from 'zod';
import { agingBuckets, itemKinds, itemStates, settlementTypes } from '#model/finance/index.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { shapeOf } from '../shapeOf.ts';
import {
  accountMonthParam,
  financeRoute,
  idResponse,
  monthSchema,
  paidAmount,
  paidDay,
  reasonBody,
} from './financeSchemas.ts';
import { tableFiles } from './tableFiles.ts';

const kind = z
  .enum(itemKinds, `One of: ${itemKinds.join(', ')}`)
  .describe('advertiser and adexchange = receivables of the account; subpublisher and supplier = payables');

const itemsQuery = z.object({
  kind,
  month: monthSchema.optional().describe('Items of this closed month. Absent = all months'),
});

const settlementBody = z
  .strictObject({
    kind,
    partnerId: z.int('Must be an ID').min(1, 'Must be an ID').describe('Partner ID'),
    type: z.enum(settlementTypes, `One of: ${settlementTypes.join(', ')}`).default('payment'),
    amount: paidAmount.refine(
      (usd) => !usd.startsWith('-'),
      'Must be greater than zero. To correct an entry, reverse it',
    ),
    settledOn: paidDay,
    note: z
      .string('Must be text')
      .trim()
      .max(500, 'At most 500 characters')
      .default('')
      .describe('Payment reference, or the reason for a write-off (required)'),
  })
  .refine(({ type, note }) => type === 'payment' || note !== '', {
    message: 'A write-off needs a reason',
    path: ['note'],
  });

const usd = z.string().describe('USD');

const agingKeys = [...agingBuckets.map(({ key }) => key), 'total'] as const;

const aging = z.object(shapeOf(agingKeys, usd));

const settlement = z.object({
  id: z.int(),
  type: z.enum(settlementTypes),
  amount: usd.describe('Negative = reverses another entry'),
  settledOn: z.string(),
  note: z.string(),
  corrects: z.int().nullable().describe('ID of the entry that this one reverses'),
  isCorrected: z.boolean(),
  userName: z.string().nullable(),
  createdAt: z.string(),
});

/** A settlement entry of an item. Entries are never changed or deleted. */
export type FinanceSettlement = z.output<typeof settlement>;

const item = z.object({
  kind,
  month: z.string(),
  partnerId: z.int(),
  name: z.string(),
  amount: usd.describe('Amount at close, exact to the nano-dollar'),
  amountDue: usd.describe('The amount rounded to the cent: what is payable'),
  terms: z.int().describe('Payment terms in days'),
  dueOn: z.string(),
  paid: usd,
  writtenOff: usd,
  open: usd,
  state: z.enum(itemStates),
  daysOverdue: z.int(),
  entries: z.array(settlement),
});

/** A receivable or payable of a partner for a closed month, and its settlement. */
export type FinanceItem = z.output<typeof item>;

const partnerAging = aging.extend({ partnerId: z.int(), name: z.string() });

/** A partner's open amounts by days overdue. */
export type FinanceAgeing = z.output<typeof partnerAging>;

const itemsResponse = z.object({
  kind,
  today: z.string().describe('UTC day as of which overdue days are counted'),
  accountId: z.int(),
  account: z.string().describe('Account name'),
  rows: z.array(item),
  aging: z.array(partnerAging).describe('Outstanding amounts of all months, by partner'),
  total: aging,
});

/** Response of GET /api/finance/accounts/{id}/items. */
export type FinanceItems = z.output<typeof itemsResponse>;

const path = '/api/finance/accounts/{id}/items';

/** Receivables or payables as files. */
export const itemFiles = tableFiles({
  path,
  summary: 'Receivables or payables',
  params: idParam,
  query: itemsQuery,
});

/** Open amounts by days overdue as files. */
export const agingFiles = tableFiles({
  path: '/api/finance/accounts/{id}/aging',
  formerPath: '/api/finance/accounts/{id}/ageing',
  summary: 'Aging of receivables or payables',
  params: idParam,
  query: z.object({ kind }),
});

/** Receivables and payables of accounts by month, and their settlement. */
export const itemContract = {
  list: {
    method: 'GET',
    path,
    summary: 'List receivables from advertisers or ad exchanges, or payables to sub-publishers or suppliers',
    ...financeRoute,
    params: idParam,
    query: itemsQuery,
    responses: {
      200: {
        description: 'Items of closed months with their payments, and the aging of all months',
        schema: itemsResponse,
      },
    },
    rejects: [404],
  },
  listCsv: itemFiles.csv,
  listXlsx: itemFiles.xlsx,
  ageingCsv: agingFiles.csv,
  ageingXlsx: agingFiles.xlsx,
  settle: {
    method: 'POST',
    path: '/api/finance/months/{month}/accounts/{id}/settlements',
    summary: 'Record a payment or write-off for a receivable or payable',
    ...financeRoute,
    fourEyes: ['payouts'],
    confirmation: { of: 'all' },
    params: accountMonthParam,
    body: settlementBody,
    responses: { 201: { description: 'Recorded', schema: idResponse } },
    rejects: [404, 409],
  },
  reverseSettlement: {
    method: 'POST',
    path: '/api/finance/settlements/{id}/reverse',
    formerPath: '/api/finance/settlements/{id}/takeBack',
    summary: 'Reverse a payment or write-off with an offsetting entry',
    ...financeRoute,
    fourEyes: ['payouts'],
    confirmation: { of: 'all' },
    params: idParam,
    body: reasonBody,
    responses: { 201: { description: 'Reversed', schema: idResponse } },
    rejects: [404, 409],
  },
} as const satisfies Contract;
