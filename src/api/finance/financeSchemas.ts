import { z } from 'zod';
import { monthPattern } from '#model/finance/index.ts';
import { financeRoles, nanosFromUsd } from '#model/index.ts';
import { idParam } from '../addressValues.ts';

/** The chapter of finance, and who may call what it has unless a route says otherwise. */
export const financeRoute = { chapter: 'Finance', access: { roles: financeRoles } } as const;

/** A month in a path or a body. */
export const monthSchema = z
  .string('Must be a month as YYYY-MM')
  .regex(monthPattern, 'Must be a month as YYYY-MM')
  .describe('Calendar month in UTC, as YYYY-MM');

/** Paths of a month, and of an account's month. */
export const monthParam = z.object({ month: monthSchema });
export const accountMonthParam = z.object({ month: monthSchema, id: idParam.shape.id });

/** An amount of either sign, never zero, exact to the nano-dollar. */
export const signedAmount = z
  .string('Must be an amount as text')
  .trim()
  .regex(/^-?\d{1,9}(\.\d{1,9})?$/, 'Must be an amount with at most nine decimals')
  .refine((usd) => !/^-?\d{1,9}(\.\d{1,9})?$/.test(usd) || nanosFromUsd(usd) !== 0n, 'Must not be zero')
  .describe('Amount in USD. Negative = credit to the account');

/** Why something is done. */
export const reason = z.string('Is missing').trim().min(1, 'Must not be empty').max(500, 'At most 500 characters');

/** A body that says why alone. */
export const reasonBody = z.strictObject({ reason });

/** What was paid, in whole cents. */
export const paidAmount = signedAmount.refine(
  (usd) => /^-?\d+(\.\d{1,2}0*)?$/.test(usd),
  'Must be an amount in whole cents',
);

/** A day that something is about. */
export const dayNotBefore2000 = z.iso
  .date('Must be a date as YYYY-MM-DD')
  .refine((text) => text >= '2000-01-01' && text < '3000-01-01', 'Must be between 2000-01-01 and 2999-12-31');

/** The day of a payment. */
export const paidDay = dayNotBefore2000.describe('Payment date');

/** An amount in an answer. */
export const usd = z.string().describe('USD, exact to the nano-dollar');

/** What was added, by its id. */
export const idAnswer = z.object({ id: z.int() });

/** What is done and has nothing to answer. */
export const emptyAnswer = z.object({});
