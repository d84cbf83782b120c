import { z } from 'zod';
import { requiredOr } from './requiredOr.ts';
import { nanosFromUsd } from '../money/money.ts';

const decimalUsd = /^\d{1,6}(\.\d{1,4})?$/;

/** The schema of an amount in USD up to `max`, as text with at most four decimals. */
export function usdSchema(max: number) {
  return z
    .string(requiredOr('Must be an amount as text, such as "2.50"'))
    .trim()
    .regex(decimalUsd, 'Must be an amount with at most four decimals')
    .refine((usd) => !decimalUsd.test(usd) || nanosFromUsd(usd) <= nanosFromUsd(String(max)), `At most ${max}`);
}
