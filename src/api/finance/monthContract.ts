import { z } from 'zod';
import { feeKinds, monthStates, partKinds } from '#model/finance/index.ts';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import {
  accountMonthParam,
  emptyResponse,
  financeRoute,
  idResponse,
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
    .array(z.int().min(1), 'Must be a list of IDs')
    .min(1, 'At least one')
    .max(10_000, 'At most 10,000')
    .optional()
    .describe('Account IDs. Absent = all accounts whose month is open and has activity'),
  isEarly: z.boolean('Must be true or false').default(false).describe('Close even though late events can still arrive'),
});

const adjustmentBody = z.strictObject({ amount: signedAmount, reason });

const carryBody = z.strictObject({ into: monthSchema.describe('An open month, as YYYY-MM') });

const lateInvalid = z
  .object({ imps: z.int(), rev: usd, cost: usd })
  .optional()
  .describe(
    'Traffic that was counted as valid and found invalid later, which rev and cost do not include. Absent = none: the month was closed before traffic was reviewed',
  );

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
  unitemized: usd.optional().describe('System cost recorded without a breakdown by fee, in USD. Absent = all of it'),
  dspShare: usd,
  charges: usd,
  profit: usd,
  lateInvalid,
});

const afterClose = z
  .object({
    chargesNow: usd.describe('Charges as counted now, in USD'),
    difference: usd.describe('chargesNow − charges at close, in USD'),
    carried: usd.describe('Amount carried forward to other months, in USD'),
    remaining: usd.describe('Amount not carried forward yet, in USD'),
  })
  .describe('Post-close activity of a closed month');

/** Activity that was counted for a closed month after its close. */
export type AfterClose = z.output<typeof afterClose>;

const row = z.object({
  demandId: z.int(),
  name: z.string(),
  state: z.enum(monthStates),
  statement,
  adjustments: usd.describe('Sum of the month’s adjustments, in USD'),
  due: usd.describe('Charges plus adjustments, in USD'),
  invoice: z
    .object({ id: z.int(), number: z.string(), total: usd })
    .nullable()
    .describe('The valid invoice; null = none, or voided'),
  collected: usd,
  closedAt: z.string().nullable(),
  afterClose: afterClose.nullable().describe('null while the month is open'),
});

/** The month of one account as the list shows it. */
export type FinanceRow = z.output<typeof row>;

const times = {
  month: z.string(),
  from: z.string().describe('Start of the month, ISO 8601'),
  until: z.string().describe('End of the month (exclusive), ISO 8601'),
  isOver: z.boolean(),
  lateUntil: z.string().describe('Until when events for ads served in the month can arrive, ISO 8601'),
  isLateOver: z.boolean(),
};

const monthResponse = z.object({ ...times, rows: z.array(row) });

/** Response of GET /api/finance/months/{month}. */
export type FinanceMonth = z.output<typeof monthResponse>;

const adjustment = z.object({
  id: z.int(),
  amount: usd,
  reason: z.string(),
  carriedFrom: z.string().nullable(),
  userName: z.string().nullable(),
  createdAt: z.string(),
});

export type FinanceAdjustment = z.output<typeof adjustment>;

const accountMonthResponse = row.extend({
  ...times,
  closedBy: z.string().nullable(),
  adjustmentRows: z.array(adjustment),
  carriedRows: z
    .array(adjustment.extend({ month: z.string() }))
    .describe('Adjustments in other months that include its post-close activity'),
  invoices: z.array(invoiceSchema),
});

/** Response of GET /api/finance/months/{month}/accounts/{id}. */
export type FinanceAccountMonth = z.output<typeof accountMonthResponse>;

const partsQuery = z.object({ by: z.enum(partKinds, `One of: ${partKinds.join(', ')}`) });

const partsResponse = z.object({
  by: z.enum(partKinds),
  isFrozen: z.boolean().describe('true = as stored at close; false = as counted now'),
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
      lateInvalid,
    }),
  ),
});

/** Response of GET /api/finance/months/{month}/accounts/{id}/parts. */
export type FinanceParts = z.output<typeof partsResponse>;

const closedResponse = z.object({
  closed: z.array(z.int()).describe('IDs of the accounts whose month was closed by this call'),
});

const accountPath = '/api/finance/months/{month}/accounts/{id}';

/** The months of all accounts as files. */
export const statementFiles = tableFiles({
  path: '/api/finance/months/{month}/statements',
  summary: 'Statements of all accounts for a month',
  params: monthParam,
  query: z.object({}),
});

/** The parts of an account's month as files. */
export const partFiles = tableFiles({
  path: `${accountPath}/parts`,
  summary: 'Breakdown of an account’s month',
  params: accountMonthParam,
  query: partsQuery,
});

/** Statements of accounts by month: totals, parts, close and adjustments. */
export const monthContract = {
  readMonth: {
    method: 'GET',
    path: '/api/finance/months/{month}',
    summary: 'List the statements of all accounts for a month',
    ...financeRoute,
    params: monthParam,
    responses: { 200: { description: 'Accounts with activity in the month', schema: monthResponse } },
  },
  statementsCsv: statementFiles.csv,
  statementsXlsx: statementFiles.xlsx,
  readAccount: {
    method: 'GET',
    path: accountPath,
    summary: 'Read an account’s month',
    ...financeRoute,
    params: accountMonthParam,
    responses: { 200: { description: 'The statement, adjustments and invoices', schema: accountMonthResponse } },
    rejects: [404],
  },
  readParts: {
    method: 'GET',
    path: `${accountPath}/parts`,
    summary: 'Break down an account’s month. The rows add up to the statement',
    ...financeRoute,
    params: accountMonthParam,
    query: partsQuery,
    responses: { 200: { description: 'The rows. An empty key = not assigned to any object', schema: partsResponse } },
    rejects: [404],
  },
  partsCsv: partFiles.csv,
  partsXlsx: partFiles.xlsx,
  close: {
    method: 'POST',
    path: '/api/finance/months/{month}/close',
    summary: 'Close a month and freeze its statements',
    ...financeRoute,
    params: monthParam,
    body: closeBody,
    responses: { 200: { description: 'The closed accounts', schema: closedResponse } },
    rejects: [404, 409],
  },
  reopen: {
    method: 'POST',
    path: `${accountPath}/reopen`,
    summary:
      'Reopen a closed month. Possible until an invoice is sent, a payment or write-off is recorded, or post-close activity is carried forward',
    ...financeRoute,
    access: { roles: ['super'] },
    params: accountMonthParam,
    body: reasonBody,
    responses: { 200: { description: 'Reopened', schema: emptyResponse } },
    rejects: [404, 409],
  },
  adjust: {
    method: 'POST',
    path: `${accountPath}/adjustments`,
    summary: 'Add an adjustment to an open month',
    ...financeRoute,
    fourEyes: ['payouts'],
    params: accountMonthParam,
    body: adjustmentBody,
    responses: { 201: { description: 'Added', schema: idResponse } },
    rejects: [404, 409],
  },
  removeAdjustment: {
    method: 'DELETE',
    path: '/api/finance/adjustments/{id}',
    summary: 'Delete an adjustment from an open month',
    ...financeRoute,
    fourEyes: ['payouts'],
    params: idParam,
    responses: { 200: { description: 'Deleted', schema: emptyResponse } },
    rejects: [404, 409],
  },
  carry: {
    method: 'POST',
    path: `${accountPath}/carry`,
    summary: 'Carry post-close activity forward to an open month, as an adjustment',
    ...financeRoute,
    fourEyes: ['payouts'],
    params: accountMonthParam,
    body: carryBody,
    responses: { 201: { description: 'Carried forward', schema: idResponse } },
    rejects: [404, 409, 422],
  },
} as const satisfies Contract;
