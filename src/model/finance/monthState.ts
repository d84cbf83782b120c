import { nanosFromUsd, type Usd } from '../money/money.ts';
import type { MonthTerms } from './monthTerms.ts';
import type { Month } from './month.ts';
import { boundsOf } from './month.ts';
import type { PartKind, Statement, StatementPart } from './statement.ts';

/** How far a month of an account is. */
export const monthStates = ['draft', 'final', 'sent', 'paid'] as const;
export type MonthState = (typeof monthStates)[number];

/** What a closed month is kept as. */
export interface ClosedMonth {
  statement: Statement;
  /** Absent of months that were closed before they were told apart: suppliers and ad exchanges. */
  parts: Partial<Record<PartKind, StatementPart[]>>;
  /** Absent of months that were closed before terms were kept: their partners have the usual ones. */
  terms?: MonthTerms;
}

/** The state of a month from its closing and the invoice that counts, if there are any. */
export function monthStateOf(
  isClosed: boolean,
  invoice: { total: Usd; collected: Usd; sentAt: string | null } | null,
): MonthState {
  if (!isClosed) return 'draft';
  if (!invoice) return 'final';
  if (nanosFromUsd(invoice.collected) >= nanosFromUsd(invoice.total)) return 'paid';
  return invoice.sentAt === null ? 'final' : 'sent';
}

/** Until when events of a month's ads may still come, in ms: tracking URLs count so long after the ad was served. */
export function lateUntil(month: Month, tokenLifetimeMs: number): number {
  return boundsOf(month).end + tokenLifetimeMs;
}
