import { z } from 'zod';
import { monthPattern } from '#model/finance/index.ts';
import { financeRoles, nanosFromUsd } from '#model/index.ts';
import { idParam } from '../addressValues.ts';

/** The chapter of finance, and the roles that may call its routes unless a route says otherwise. */
export const financeRoute = { chapter: 'Finance', access: { roles: financeRoles } } as const;

/** Parses a month in a path or a body. */
export const monthSchema = z
  .string('Must be a month as YYYY-MM')
  .regex(monthPattern, 'Must be a month as YYYY-MM')
  .describe('Calendar month in UTC, as YYYY-MM');

export const monthParam = z.object({ month: monthSchema });
export const accountMonthParam = z.object({ month: monthSchema, id: idParam.shape.id });

/** Parses an amount of either sign, never zero, exact to the nano-dollar. */
export const signedAmount = z
  .string('Must be an amount as text')
  .trim()
  .regex(/^-?\d{1,9}(\.\d{1,9})?$/, 'Must be an amount with at most nine decimals')
  .refine((usd) => !/^-?\d{1,9}(\.\d{1,9})?$/.test(usd) || nanosFromUsd(usd) !== 0n, 'Must not be zero')
  .describe('Amount in USD. Negative = credit to the account');

/** Parses the reason of an action. */
export const reason = z.string('Is missing').trim().min(1, 'Must not be empty').max(500, 'At most 500 characters');

/** A body with only the reason. */
export const reasonBody = z.strictObject({ reason });

/** Parses a paid amount, in whole cents. */
export const paidAmount = signedAmount.refine(
  (usd) => /^-?\d+(\.\d{1,2}0*)?$/.test(usd),
  'Must be an amount in whole cents',
);

/** Parses a day since 2000. */
export const dayNotBefore2000 = z.iso
  .date('Must be a date as YYYY-MM-DD')
  .refine((text) => text >= '2000-01-01' && text < '3000-01-01', 'Must be between 2000-01-01 and 2999-12-31');

export const paidDay = dayNotBefore2000.describe('Payment date');

export const usd = z.string().describe('USD, exact to the nano-dollar');

/** A response with the id of the new object. */
export const idResponse = z.object({ id: z.int() });

/** A response without content. */
export const emptyResponse = z.object({});
