import { z } from 'zod';
import { feeKinds, monthStates, partKinds } from '#model/finance/index.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import {
  accountMonthParam,
  emptyAnswer,
  financeRoute,
  idAnswer,
  monthParam,
  monthSchema,
  reason,
  reasonBody,
  signedAmount,
  usd,
} from './financeSchemas.ts';
import { invoiceSchema } from './invoiceContract.ts';
import { tableFiles } from './tableFiles.ts';

const closeBody = z.strictObject({
  demandIds: z
    .array(z.int().min(1), 'Must be a list of ids')
    .min(1, 'At least one')
    .max(10_000, 'At most 10000')
    .optional()
    .describe('The accounts; absent = all whose month is open and has anything to charge'),
  isEarly: z.boolean('Must be true or false').default(false).describe('Close although late events may still come'),
});

const adjustmentBody = z.strictObject({ amount: signedAmount, reason });

const carryBody = z.strictObject({ into: monthSchema.describe('An open month: YYYY-MM') });

const statement = z.object({
  reqs: z.int(),
  imps: z.int(),
  scanned: z.int(),
  rev: usd,
  revM: usd,
  cost: usd,
  fees: z.array(z.object({ kind: z.enum(feeKinds), quantity: z.int(), price: usd.nullable(), amount: usd })),
  otherPrices: usd,
  systemCost: usd,
  untold: usd.optional().describe('The part of system cost whose facts do not tell what it is made of; absent = all'),
  dspShare: usd,
  charges: usd,
  profit: usd,
});

const afterClose = z
  .object({
    chargesNow: usd.describe('What is charged by what is counted now, USD'),
    difference: usd.describe('chargesNow − what it was closed with, USD'),
    carried: usd.describe('What of it was carried into other months, USD'),
    rest: usd.describe('What is left to carry, USD'),
  })
  .describe('What is counted of a closed month after its close');

/** What is counted of a closed month after its close. */
export type AfterClose = z.output<typeof afterClose>;

const row = z.object({
  demandId: z.int(),
  name: z.string(),
  state: z.enum(monthStates),
  statement,
  adjustments: usd.describe('Sum of its adjustments, USD'),
  due: usd.describe('What it is charged with them, USD'),
  invoice: z
    .object({ id: z.int(), number: z.string(), total: usd })
    .nullable()
    .describe('The invoice that counts; null where there is none'),
  collected: usd,
  closedAt: z.string().nullable(),
  afterClose: afterClose.nullable().describe('Null while the month is open'),
});

/** The month of one account as the list shows it. */
export type FinanceRow = z.output<typeof row>;

const times = {
  month: z.string(),
  from: z.string().describe('The first instant that is counted, ISO 8601'),
  until: z.string().describe('The first instant after it'),
  isOver: z.boolean(),
  lateUntil: z.string().describe('Until when events of its ads may still come'),
  isLateOver: z.boolean(),
};

const monthAnswer = z.object({ ...times, rows: z.array(row) });

/** Answer of GET /api/finance/months/{month}. */
export type FinanceMonth = z.output<typeof monthAnswer>;

const adjustment = z.object({
  id: z.int(),
  amount: usd,
  reason: z.string(),
  carriedFrom: z.string().nullable(),
  userName: z.string().nullable(),
  createdAt: z.string(),
});

/** An adjustment of a month. */
export type FinanceAdjustment = z.output<typeof adjustment>;

const accountMonthAnswer = row.extend({
  ...times,
  closedBy: z.string().nullable(),
  adjustmentRows: z.array(adjustment),
  carriedRows: z
    .array(adjustment.extend({ month: z.string() }))
    .describe('Adjustments of other months that carry its difference'),
  invoices: z.array(invoiceSchema),
});

/** Answer of GET /api/finance/months/{month}/accounts/{id}. */
export type FinanceAccountMonth = z.output<typeof accountMonthAnswer>;

const partsQuery = z.object({ by: z.enum(partKinds, `One of: ${partKinds.join(', ')}`) });

const partsAnswer = z.object({
  by: z.enum(partKinds),
  isFrozen: z.boolean().describe('Whether they are those of the close'),
  rows: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      reqs: z.int().nullable(),
      imps: z.int(),
      scanned: z.int(),
      rev: usd,
      revM: usd,
      dspShare: usd,
      cost: usd,
      systemCost: usd,
    }),
  ),
});

/** Answer of GET /api/finance/months/{month}/accounts/{id}/parts. */
export type FinanceParts = z.output<typeof partsAnswer>;

const closedAnswer = z.object({ closed: z.array(z.int()).describe('The accounts whose month is closed now') });

const accountPath = '/api/finance/months/{month}/accounts/{id}';

/** The months of all accounts as files. */
export const statementFiles = tableFiles({
  path: '/api/finance/months/{month}/statements',
  summary: 'The month of every account',
  params: monthParam,
  query: z.object({}),
});

/** The parts of an account's month as files. */
export const partFiles = tableFiles({
  path: `${accountPath}/parts`,
  summary: 'The parts of an account’s month',
  params: accountMonthParam,
  query: partsQuery,
});

/** The months of accounts: what they come to, their parts, their close and their adjustments. */
export const monthContract = {
  readMonth: {
    method: 'GET',
    path: '/api/finance/months/{month}',
    summary: 'The month of every account',
    ...financeRoute,
    params: monthParam,
    answers: { 200: { description: 'Accounts with anything in it', schema: monthAnswer } },
  },
  statementsCsv: statementFiles.csv,
  statementsXlsx: statementFiles.xlsx,
  readAccount: {
    method: 'GET',
    path: accountPath,
    summary: 'The month of an account',
    ...financeRoute,
    params: accountMonthParam,
    answers: { 200: { description: 'The statement and all that is kept of it', schema: accountMonthAnswer } },
    refuses: [404],
  },
  readParts: {
    method: 'GET',
    path: `${accountPath}/parts`,
    summary: 'The parts of an account’s month; their sums are its statement',
    ...financeRoute,
    params: accountMonthParam,
    query: partsQuery,
    answers: { 200: { description: 'The parts; a key is empty for what belongs to none', schema: partsAnswer } },
    refuses: [404],
  },
  partsCsv: partFiles.csv,
  partsXlsx: partFiles.xlsx,
  close: {
    method: 'POST',
    path: '/api/finance/months/{month}/close',
    summary: 'Close a month: its numbers stay as they are from then on',
    ...financeRoute,
    params: monthParam,
    body: closeBody,
    answers: { 200: { description: 'Which accounts', schema: closedAnswer } },
    refuses: [404, 409],
  },
  reopen: {
    method: 'POST',
    path: `${accountPath}/reopen`,
    summary: 'Open a closed month again, as long as no invoice of it was sent',
    ...financeRoute,
    access: { roles: ['super'] },
    params: accountMonthParam,
    body: reasonBody,
    answers: { 200: { description: 'Open', schema: emptyAnswer } },
    refuses: [404, 409],
  },
  adjust: {
    method: 'POST',
    path: `${accountPath}/adjustments`,
    summary: 'Adjust what an account is charged for an open month',
    ...financeRoute,
    params: accountMonthParam,
    body: adjustmentBody,
    answers: { 201: { description: 'Added', schema: idAnswer } },
    refuses: [404, 409],
  },
  removeAdjustment: {
    method: 'DELETE',
    path: '/api/finance/adjustments/{id}',
    summary: 'Delete an adjustment of an open month',
    ...financeRoute,
    params: idParam,
    answers: { 200: { description: 'Deleted', schema: emptyAnswer } },
    refuses: [404, 409],
  },
  carry: {
    method: 'POST',
    path: `${accountPath}/carry`,
    summary: 'Carry what was counted after the close into an open month, as an adjustment',
    ...financeRoute,
    params: accountMonthParam,
    body: carryBody,
    answers: { 201: { description: 'Carried', schema: idAnswer } },
    refuses: [404, 409, 422],
  },
} as const satisfies Contract;
