import { z } from 'zod';
import { feeKinds, monthPattern, monthStates, partKinds } from '#model/finance/index.ts';
import { entities, nanosFromUsd } from '#model/index.ts';
import { idParam } from '../entities/listQuery.ts';

/** A month in a path or a body. */
export const monthSchema = z
  .string('Must be a month as YYYY-MM')
  .regex(monthPattern, 'Must be a month as YYYY-MM')
  .describe('A calendar month, UTC: YYYY-MM');

/** Paths of a month, and of an account's month. */
export const monthParam = z.object({ month: monthSchema });
export const accountMonthParam = z.object({ month: monthSchema, id: idParam.shape.id });

/** An amount of either sign, never zero, exact to the nano-dollar. */
const signedAmount = z
  .string('Must be an amount as text')
  .trim()
  .regex(/^-?\d{1,9}(\.\d{1,9})?$/, 'Must be an amount with at most nine decimals')
  .refine((usd) => !/^-?\d{1,9}(\.\d{1,9})?$/.test(usd) || nanosFromUsd(usd) !== 0n, 'Must not be zero')
  .describe('USD, with a minus sign where it is given back');

const reason = z.string('Is missing').trim().min(1, 'Is missing').max(500, 'At most 500 characters');

/** A day as text. */
const day = z.iso.date('Must be a date as YYYY-MM-DD');

const dayNotBefore2000 = day.refine(
  (text) => text >= '2000-01-01' && text < '3000-01-01',
  'Must be a date of this millennium',
);

export const closeBody = z.strictObject({
  demandIds: z
    .array(z.int().min(1), 'Must be a list of ids')
    .min(1, 'At least one')
    .max(10_000, 'At most 10000')
    .optional()
    .describe('The accounts; absent = all whose month is open and has anything to charge'),
  isEarly: z.boolean('Must be true or false').default(false).describe('Close although late events may still come'),
});

export const reasonBody = z.strictObject({ reason });

export const adjustmentBody = z.strictObject({ amount: signedAmount, reason });

export const carryBody = z.strictObject({ into: monthSchema.describe('An open month: YYYY-MM') });

/** What was paid, in whole cents. */
export const paidAmount = signedAmount.refine(
  (usd) => /^-?\d+(\.\d{1,2}0*)?$/.test(usd),
  'Must be an amount in whole cents',
);

/** The day of a payment. */
export const paidDay = dayNotBefore2000.describe('The day of the payment');

export const paymentBody = z.strictObject({
  amount: paidAmount.describe('USD; negative where it was paid back'),
  paidOn: paidDay,
  note: z.string().trim().max(200, 'At most 200 characters').default(''),
});

const lines = (most: number) => z.string('Must be text').trim().max(most, `At most ${most} characters`);

export const settingsSchema = z.strictObject({
  name: lines(200).describe('Who sends the invoices'),
  address: lines(500),
  taxId: lines(100),
  bank: lines(1000).describe('Where to pay'),
  prefix: z
    .string('Must be text')
    .trim()
    .regex(/^[A-Za-z0-9/._-]{0,20}$/, 'At most 20 letters, digits, and - _ / .'),
  netDays: z.int('Must be a whole number').min(0, 'At least 0').max(365, 'At most 365'),
  taxRate: z
    .number('Must be a number')
    .min(0, 'At least 0')
    .max(100, 'At most 100')
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals')
    .nullable()
    .describe('Percent; null = no tax is charged'),
});

const { priceReq, priceImp, priceDsp, pricePostbid } = entities.demand.fields;
const pricesShape = {
  priceReq: priceReq.schema,
  priceImp: priceImp.schema,
  priceDsp: priceDsp.schema,
  pricePostbid: pricePostbid.schema,
};

export const priceBody = z.strictObject({
  ...pricesShape,
  validFrom: dayNotBefore2000.nullable().describe('The UTC day with whose start the prices begin; null = now'),
  note: z.string('Must be text').trim().max(500, 'At most 500 characters').default(''),
});

/** An amount in an answer. */
const usd = z.string().describe('USD, exact to the nano-dollar');

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

const row = z.object({
  demandId: z.int(),
  name: z.string(),
  state: z.enum(monthStates),
  statement,
  adjustments: usd,
  due: usd,
  invoice: z.object({ id: z.int(), number: z.string(), total: usd }).nullable(),
  collected: usd,
  closedAt: z.string().nullable(),
  afterClose: z.object({ chargesNow: usd, difference: usd, carried: usd, rest: usd }).nullable(),
});

const times = {
  month: z.string(),
  from: z.string(),
  until: z.string(),
  isOver: z.boolean(),
  lateUntil: z.string(),
  isLateOver: z.boolean(),
};

export const monthAnswer = z.object({ ...times, rows: z.array(row) });

const adjustment = z.object({
  id: z.int(),
  amount: usd,
  reason: z.string(),
  carriedFrom: z.string().nullable(),
  userName: z.string().nullable(),
  createdAt: z.string(),
});

const invoice = z.object({
  id: z.int(),
  number: z.string(),
  kind: z.enum(['invoice', 'credit']),
  total: usd,
  issuedOn: z.string(),
  dueOn: z.string(),
  sentAt: z.string().nullable(),
  corrects: z.string().nullable(),
  correctedBy: z.string().nullable(),
  collected: usd,
  payments: z.array(
    z.object({
      id: z.int(),
      amount: usd,
      paidOn: z.string(),
      note: z.string(),
      userName: z.string().nullable(),
    }),
  ),
});

export const accountMonthAnswer = row.extend({
  ...times,
  closedBy: z.string().nullable(),
  adjustmentRows: z.array(adjustment),
  carriedRows: z.array(adjustment.extend({ month: z.string() })),
  invoices: z.array(invoice),
});

export const partsQuery = z.object({ by: z.enum(partKinds, `One of: ${partKinds.join(', ')}`) });

export const partsAnswer = z.object({
  by: z.enum(partKinds),
  isFrozen: z.boolean(),
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

export const closedAnswer = z.object({ closed: z.array(z.int()).describe('The accounts whose month is closed now') });

export const idAnswer = z.object({ id: z.int() });

export const pricesAnswer = z.array(
  z.object({
    ...pricesShape,
    validFrom: z.string().nullable(),
    state: z.enum(['past', 'inForce', 'planned', 'withdrawn']),
    planId: z.int().nullable(),
    userName: z.string().nullable(),
    note: z.string(),
  }),
);
