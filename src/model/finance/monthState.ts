import { underCurrentNames } from '../field/formerNames.ts';
import { nanosFromUsd, type Usd } from '../money/money.ts';
import type { MonthTerms } from './monthTerms.ts';
import type { Month } from './month.ts';
import { boundsOf } from './month.ts';
import type { PartKind, Statement, StatementPart } from './statement.ts';

/** The states of an account's month. */
export const monthStates = ['draft', 'final', 'sent', 'paid'] as const;
export type MonthState = (typeof monthStates)[number];

/** A closed month as stored. */
export interface ClosedMonth {
  statement: Statement;
  /** Months closed by earlier versions have no supplier and ad exchange parts. */
  parts: Partial<Record<PartKind, StatementPart[]>>;
  /** Absent in months closed before terms were stored: the default terms apply. */
  terms?: MonthTerms;
}

/** Names in the statements of months that earlier releases closed. */
const formerNames = new Map([['untold', 'unitemized']]);

/** A stored month with its statement under the current names. */
export function readClosedMonth(record: ClosedMonth): ClosedMonth {
  const values: Readonly<Record<string, unknown>> = { ...record.statement };
  return { ...record, statement: underCurrentNames(values, formerNames) as unknown as Statement };
}

/** The state of a month, from its closing and its valid invoice, if any. */
export function monthStateOf(
  isClosed: boolean,
  invoice: { total: Usd; collected: Usd; sentAt: string | null } | null,
): MonthState {
  if (!isClosed) return 'draft';
  if (!invoice) return 'final';
  if (nanosFromUsd(invoice.collected) >= nanosFromUsd(invoice.total)) return 'paid';
  return invoice.sentAt === null ? 'final' : 'sent';
}

/**
 * The time until which events of a month's ads may still arrive, in ms: the lifetime of tracking URLs after the end of
 * the month.
 */
export function lateUntil(month: Month, tokenLifetimeMs: number): number {
  return boundsOf(month).end + tokenLifetimeMs;
}
