import {
  boundsOf,
  isUsed,
  lateUntil,
  type Month,
  monthStateOf,
  type PartKind,
  type Statement,
  type StatementPart,
  sumUsd,
} from '#model/finance/index.ts';
import { nanosFromUsd, usdFromNanos } from '#model/index.ts';
import type { AdjustmentRow } from '#storage/finance/adjustments.ts';
import type { ClosingRow } from '#storage/finance/closings.ts';
import type { InvoiceRow } from '#storage/finance/invoices.ts';
import type { ApiDeps } from '../deps.ts';
import type { FinanceInvoice } from './invoiceContract.ts';
import type {
  AfterClose,
  FinanceAccountMonth,
  FinanceAdjustment,
  FinanceMonth,
  FinanceParts,
  FinanceRow,
} from './monthContract.ts';
import { type AccountRow, readAccounts, readParts, readStatements } from './readMonth.ts';

type Deps = Pick<ApiDeps, 'facts' | 'entities' | 'finance' | 'config' | 'now'>;

/** The stored data of a month. */
interface StoredMonth {
  closings: ClosingRow[];
  adjustments: { own: AdjustmentRow[]; carriedForward: AdjustmentRow[] };
  invoices: InvoiceRow[];
}

/** Describes the month of every account that has traffic or stored data in it. */
export async function describeMonth(deps: Deps, month: Month): Promise<FinanceMonth> {
  const accounts = await readAccounts(deps);
  const [statements, stored] = await Promise.all([readStatements(deps, month, accounts), readStoredMonth(deps, month)]);
  const hasAny = new Set([
    ...stored.closings.map(({ demandId }) => demandId),
    ...stored.adjustments.own.map(({ demandId }) => demandId),
    ...[...statements].filter(([, statement]) => isUsed(statement)).map(([id]) => id),
  ]);
  const rows = accounts
    .filter(({ id }) => hasAny.has(id))
    .map((account) => rowOf(account, statements.get(account.id), stored));
  return { ...timesOf(deps, month), rows };
}

/** Describes the month of one account with all stored data; null when there is no such account. */
export async function describeAccount(deps: Deps, month: Month, id: number): Promise<FinanceAccountMonth | null> {
  const [account] = await readAccounts(deps, [id]);
  if (!account) return null;
  const [statements, stored] = await Promise.all([
    readStatements(deps, month, [account]),
    readStoredMonth(deps, month, id),
  ]);
  const closing = stored.closings[0];
  const nameOf = await namesOf(deps, [
    closing?.userId ?? null,
    ...[...stored.adjustments.own, ...stored.adjustments.carriedForward].map(({ userId }) => userId),
    ...stored.invoices.flatMap(({ payments }) => payments.map(({ userId }) => userId)),
  ]);
  const adjustment = ({ amount, reason, carriedFrom, createdAt, ...row }: AdjustmentRow): FinanceAdjustment => ({
    id: row.id,
    amount,
    reason,
    carriedFrom,
    userName: nameOf(row.userId),
    createdAt,
  });
  return {
    ...timesOf(deps, month),
    ...rowOf(account, statements.get(id), stored),
    closedBy: nameOf(closing?.userId ?? null),
    adjustmentRows: stored.adjustments.own.map(adjustment),
    carriedRows: stored.adjustments.carriedForward.map((row) => ({ ...adjustment(row), month: row.month })),
    invoices: stored.invoices.map((invoice) => invoiceOf(invoice, stored.invoices, nameOf)),
  };
}

/**
 * Describes the parts of an account's month: as stored at its close, or as counted now. Null when there is no such
 * account.
 */
export async function describeParts(deps: Deps, month: Month, id: number, by: PartKind): Promise<FinanceParts | null> {
  const [account] = await readAccounts(deps, [id]);
  if (!account) return null;
  const [closing] = await deps.finance.closings.list(month, id);
  return closing
    ? { by, isFrozen: true, rows: partsOf(closing, by) }
    : { by, isFrozen: false, rows: await readParts(deps, month, id, by) };
}

/** A month that was closed before parts of a kind existed has one part, which belongs to no object. */
function partsOf({ record: { statement, parts } }: ClosingRow, by: PartKind): StatementPart[] {
  const { reqs, imps, scanned, rev, revM, dspShare, cost, systemCost, lateInvalid } = statement;
  const whole = { reqs, imps, scanned, rev, revM, dspShare, cost, systemCost };
  return parts[by] ?? [{ key: '', name: '', ...whole, ...(lateInvalid ? { lateInvalid } : {}) }];
}

/** The start and end of a month, and the time from which it is complete. */
export function timesOf({ config, now }: Pick<ApiDeps, 'config' | 'now'>, month: Month): Omit<FinanceMonth, 'rows'> {
  const { start, end } = boundsOf(month);
  const late = lateUntil(month, config.TOKEN_LIFETIME_MINUTES * 60_000);
  const at = now().getTime();
  return {
    month,
    from: new Date(start).toISOString(),
    until: new Date(end).toISOString(),
    isOver: at >= end,
    lateUntil: new Date(late).toISOString(),
    isLateOver: at >= late,
  };
}

/** Looks up the names of users by id; null for the product itself and for unknown users. */
export async function namesOf(
  { entities }: Pick<ApiDeps, 'entities'>,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => string | null> {
  const users = await entities.getMany(
    'user',
    ids.flatMap((id) => id ?? []),
    'all',
  );
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? 0) ?? null;
}

async function readStoredMonth({ finance }: Deps, month: Month, id?: number): Promise<StoredMonth> {
  const [closings, adjustments, invoices] = await Promise.all([
    finance.closings.list(month, id),
    finance.adjustments.list(month, id),
    finance.invoices.list(month, id),
  ]);
  return { closings, adjustments, invoices };
}

function rowOf({ id, name }: AccountRow, counted: Statement | undefined, stored: StoredMonth): FinanceRow {
  if (!counted) throw new Error(`no statement of account ${id}`);
  const closing = stored.closings.find(({ demandId }) => demandId === id);
  const invoice = stored.invoices.find(
    ({ demandId, kind, correctedBy }) => demandId === id && kind === 'invoice' && correctedBy === null,
  );
  const statement = closing?.record.statement ?? counted;
  const adjustments = sumUsd(
    stored.adjustments.own.filter(({ demandId }) => demandId === id).map(({ amount }) => amount),
  );
  return {
    demandId: id,
    name,
    state: monthStateOf(closing !== undefined, invoice ?? null),
    statement,
    adjustments: usdFromNanos(adjustments),
    due: usdFromNanos(nanosFromUsd(statement.charges) + adjustments),
    invoice: invoice ? { id: invoice.id, number: invoice.number, total: invoice.total } : null,
    collected: invoice?.collected ?? '0.00',
    closedAt: closing?.closedAt ?? null,
    afterClose: closing
      ? afterCloseOf(
          counted,
          closing,
          stored.adjustments.carriedForward.filter(({ demandId }) => demandId === id),
        )
      : null,
  };
}

function afterCloseOf(counted: Statement, { record }: ClosingRow, carriedRows: readonly AdjustmentRow[]): AfterClose {
  const difference = nanosFromUsd(counted.charges) - nanosFromUsd(record.statement.charges);
  const carried = sumUsd(carriedRows.map(({ amount }) => amount));
  return {
    chargesNow: counted.charges,
    difference: usdFromNanos(difference),
    carried: usdFromNanos(carried),
    remaining: usdFromNanos(difference - carried),
  };
}

function invoiceOf(
  { document, payments, ...invoice }: InvoiceRow,
  all: readonly InvoiceRow[],
  nameOf: (id: number | null) => string | null,
): FinanceInvoice {
  const numberOf = (id: number | null) => all.find((each) => each.id === id)?.number ?? null;
  return {
    id: invoice.id,
    number: invoice.number,
    kind: invoice.kind,
    total: invoice.total,
    issuedOn: document.issuedOn,
    dueOn: document.dueOn,
    sentAt: invoice.sentAt,
    corrects: numberOf(invoice.corrects),
    correctedBy: numberOf(invoice.correctedBy),
    collected: invoice.collected,
    payments: payments.map(({ id, amount, paidOn, note, userId }) => ({
      id,
      amount,
      paidOn,
      note,
      userName: nameOf(userId),
    })),
  };
}
