import type {
  Ageing,
  Cause,
  Item,
  ItemBalance,
  ItemKind,
  Month,
  MonthState,
  PartKind,
  PartnerKind,
  Prices,
  SettlementType,
  Statement,
  StatementPart,
} from '#model/finance/index.ts';
import type { Fault } from '#model/index.ts';

/** What can be told of an invoice without its document. */
export interface FinanceInvoice {
  id: number;
  number: string;
  kind: 'invoice' | 'credit';
  total: string;
  issuedOn: string;
  dueOn: string;
  sentAt: string | null;
  /** Number of the other one: of a credit note what it takes back, of an invoice what took it back. */
  corrects: string | null;
  correctedBy: string | null;
  collected: string;
  payments: { id: number; amount: string; paidOn: string; note: string; userName: string | null }[];
}

/** An adjustment of a month. */
export interface FinanceAdjustment {
  id: number;
  amount: string;
  reason: string;
  carriedFrom: Month | null;
  userName: string | null;
  createdAt: string;
}

/** What is counted of a closed month after its close. */
export interface AfterClose {
  /** What is charged by what is counted now. */
  chargesNow: string;
  /** chargesNow − what it was closed with. */
  difference: string;
  /** What of it was carried into other months. */
  carried: string;
  /** What is left to carry. */
  rest: string;
}

/** The month of one account as the list shows it. */
export interface FinanceRow {
  demandId: number;
  name: string;
  state: MonthState;
  statement: Statement;
  /** Sum of its adjustments. */
  adjustments: string;
  /** What it is charged with them. */
  due: string;
  /** The invoice that counts; null where there is none. */
  invoice: { id: number; number: string; total: string } | null;
  collected: string;
  closedAt: string | null;
  /** Null while the month is open. */
  afterClose: AfterClose | null;
}

/** Answer of GET /api/finance/months/{month}. */
export interface FinanceMonth {
  month: Month;
  /** First and last instant that are counted: the UTC month. ISO 8601; until is not included. */
  from: string;
  until: string;
  /** Whether it is over. */
  isOver: boolean;
  /** Until when events of its ads may still come. */
  lateUntil: string;
  isLateOver: boolean;
  rows: FinanceRow[];
}

/** Answer of GET /api/finance/months/{month}/accounts/{id}. */
export interface FinanceAccountMonth extends Omit<FinanceMonth, 'rows'>, FinanceRow {
  closedBy: string | null;
  adjustmentRows: FinanceAdjustment[];
  /** Adjustments of other months that carry its difference. */
  carriedRows: (FinanceAdjustment & { month: Month })[];
  invoices: FinanceInvoice[];
}

/** Answer of GET /api/finance/months/{month}/accounts/{id}/parts. */
export interface FinanceParts {
  by: PartKind;
  /** Whether they are those of the close. */
  isFrozen: boolean;
  rows: StatementPart[];
}

/** One stretch of prices, or one to come. */
export interface FinancePrices extends Prices {
  /** ISO 8601; null = from the account's beginning. */
  validFrom: string | null;
  state: 'past' | 'inForce' | 'planned' | 'withdrawn';
  /** Of what can be withdrawn. */
  planId: number | null;
  userName: string | null;
  note: string;
}

/** Answer of POST /api/finance/accounts/{id}/partnerNumbers. */
export interface PartnerImportAnswer {
  /** Headings of the file, and its first lines. */
  columns: string[];
  sample: string[][];
  /** Lines below the headings. */
  count: number;
  /** Objects and days that they tell of. */
  objects: number;
  days: number;
  from: string | null;
  to: string | null;
  /** The file with the same lines that was imported before. */
  same: { fileName: string; createdAt: string } | null;
  /** Numbers of the same objects and days that are replaced. */
  replaced: number;
  /** Paths as lines.7.imps. */
  faults: Fault[];
  isApplied: boolean;
}

/** One side of a comparison. */
export interface ReconciledNumbers {
  imps: number;
  revenue: string;
}

/** An object whose partner has numbers. */
export interface ReconciledRow {
  objectId: number;
  name: string;
  ours: ReconciledNumbers;
  /** Revenue is null where the partner's file told none. */
  theirs: { imps: number; revenue: string | null };
  /** (ours − theirs) ÷ theirs; null where they counted nothing. */
  discrepancy: number | null;
  revenueDiscrepancy: number | null;
  /** Part of 1 beyond which either is notable: that of its advertiser, else the usual one. */
  threshold: number;
  causes: Cause[];
  days: { day: string; ours: ReconciledNumbers; theirs: { imps: number; revenue: string | null } }[];
}

/** Answer of GET /api/finance/months/{month}/accounts/{id}/reconciliation. */
export interface Reconciliation {
  kind: PartnerKind;
  rows: ReconciledRow[];
  files: { id: number; fileName: string; lines: number; createdAt: string; userName: string | null }[];
}

/** One entry about an item; none is ever changed or deleted. */
export interface FinanceSettlement {
  id: number;
  type: SettlementType;
  /** Negative where it takes an entry back. */
  amount: string;
  settledOn: string;
  note: string;
  /** The entry that it takes back. */
  corrects: number | null;
  isCorrected: boolean;
  userName: string | null;
  createdAt: string;
}

/** What a partner owes or is owed for a closed month, and what became of it. */
export interface FinanceItem extends Item, ItemBalance {
  entries: FinanceSettlement[];
}

/** What of a partner is open, by how long it is overdue. */
export interface FinanceAgeing extends Ageing {
  partnerId: number;
  name: string;
}

/** Answer of GET /api/finance/accounts/{id}/items. */
export interface FinanceItems {
  kind: ItemKind;
  /** The UTC day by which amounts are overdue. */
  today: string;
  accountId: number;
  account: string;
  rows: FinanceItem[];
  /** Partners with anything open, over all months. */
  ageing: FinanceAgeing[];
  total: Ageing;
}
