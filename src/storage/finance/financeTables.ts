import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, usd } from '../entities/columnOf.ts';
import { tableOf } from '../tableOf.ts';

const accountId = () => tableOf('demand').columns['id']!;

/** The closed months of accounts, with their numbers at closing. */
export const financeClosings = pgTable(
  'finance_closings',
  {
    demandId: integer('demand_id').notNull().references(accountId),
    month: text('month').notNull(),
    closedAt: instant('closed_at').notNull(),
    userId: integer('user_id'),
    /** The statement with its parts, as ClosedMonth. */
    record: json('record').notNull(),
  },
  (table) => [primaryKey({ name: 'finance_closings_key', columns: [table.demandId, table.month] })],
);

/** Amounts added to an account's charges for a month. */
export const financeAdjustments = pgTable(
  'finance_adjustments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    demandId: integer('demand_id').notNull().references(accountId),
    month: text('month').notNull(),
    amount: usd('amount').notNull(),
    reason: text('reason').notNull(),
    /** The closed month whose difference it carries forward; null for any other. */
    carriedFrom: text('carried_from'),
    userId: integer('user_id'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index('finance_adjustments_month_index').on(table.month, table.demandId),
    index('finance_adjustments_carried_index').on(table.demandId, table.carriedFrom),
  ],
);

/** Invoices and credit notes, numbered together without gaps. None is ever deleted. */
export const financeInvoices = pgTable(
  'finance_invoices',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    sequence: integer('sequence').notNull(),
    number: text('number').notNull(),
    /** invoice or credit. */
    kind: text('kind').notNull(),
    demandId: integer('demand_id').notNull().references(accountId),
    month: text('month').notNull(),
    total: usd('total').notNull(),
    /** Its contents, as InvoiceDocument. */
    document: json('document').notNull(),
    issuedAt: instant('issued_at').notNull(),
    userId: integer('user_id'),
    sentAt: instant('sent_at'),
    /** For a credit note: the invoice that it reverses. */
    corrects: integer('corrects'),
  },
  (table) => [
    uniqueIndex('finance_invoices_sequence_unique').on(table.sequence),
    uniqueIndex('finance_invoices_corrects_unique').on(table.corrects),
    index('finance_invoices_month_index').on(table.month, table.demandId),
  ],
);

/** Payments of invoices; refunds are negative. */
export const financePayments = pgTable(
  'finance_payments',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => financeInvoices.id),
    amount: usd('amount').notNull(),
    paidOn: date('paid_on', { mode: 'string' }).notNull(),
    note: text('note').notNull().default(''),
    userId: integer('user_id'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('finance_payments_invoice_index').on(table.invoiceId)],
);

/**
 * Settlements of items of closed months. None is changed or deleted: an error is reversed by an entry of the opposite
 * amount.
 */
export const financeSettlements = pgTable(
  'finance_settlements',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    demandId: integer('demand_id').notNull().references(accountId),
    month: text('month').notNull(),
    /** The partner: advertiser or subpublisher, and its id. */
    kind: text('kind').notNull(),
    partnerId: integer('partner_id').notNull(),
    /** payment or writeoff. */
    type: text('type').notNull(),
    amount: usd('amount').notNull(),
    settledOn: date('settled_on', { mode: 'string' }).notNull(),
    /** Reference of a payment, reason of a write-off or correction. */
    note: text('note').notNull().default(''),
    /** The entry that it reverses. */
    corrects: integer('corrects'),
    userId: integer('user_id'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    uniqueIndex('finance_settlements_corrects_unique').on(table.corrects),
    index('finance_settlements_item_index').on(table.demandId, table.kind, table.month),
  ],
);

/** One row: the issuer of invoices, and the next invoice number. Updating it is the lock that makes numbers gapless. */
export const financeSettings = pgTable(
  'finance_settings',
  {
    id: smallint('id').primaryKey().default(1),
    name: text('name').notNull().default(''),
    address: text('address').notNull().default(''),
    taxId: text('tax_id').notNull().default(''),
    bank: text('bank').notNull().default(''),
    prefix: text('prefix').notNull().default('INV-'),
    netDays: integer('net_days').notNull().default(30),
    /** Basis points; null = no tax. */
    taxRate: integer('tax_rate'),
    nextSequence: integer('next_sequence').notNull().default(1),
  },
  (table) => [check('finance_settings_single', sql`${table.id} = 1`)],
);

/** Prices of accounts that take effect on a future day, with their outcome. */
export const pricePlans = pgTable(
  'price_plans',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    demandId: integer('demand_id').notNull().references(accountId),
    validFrom: instant('valid_from').notNull(),
    priceReq: usd('price_req').notNull(),
    priceImp: usd('price_imp').notNull(),
    /** Basis points. */
    priceDsp: integer('price_dsp').notNull(),
    pricePostbid: usd('price_postbid').notNull(),
    note: text('note').notNull().default(''),
    userId: integer('user_id'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    appliedAt: instant('applied_at'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    index('price_plans_due_index').on(table.validFrom),
    // Two sets of prices cannot take effect at once.
    uniqueIndex('price_plans_start_unique')
      .on(table.demandId, table.validFrom)
      .where(sql`${table.withdrawnAt} is null`),
  ],
);

/** Files of partners' own numbers. One with the same account, kind and days replaces the previous one. */
export const partnerFiles = pgTable(
  'partner_files',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    demandId: integer('demand_id').notNull().references(accountId),
    /** The entity that its lines name: advertiser, tag, subpublisher or channel. */
    kind: text('kind').notNull(),
    fileName: text('file_name').notNull(),
    /** SHA-256 of its lines, hexadecimal. */
    digest: text('digest').notNull(),
    lines: integer('lines').notNull(),
    userId: integer('user_id'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index('partner_files_account_index').on(table.demandId, table.kind)],
);

/** A partner's count of a day: one row per object and day, from the latest file. */
export const partnerNumbers = pgTable(
  'partner_numbers',
  {
    demandId: integer('demand_id').notNull(),
    kind: text('kind').notNull(),
    objectId: integer('object_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    fileId: integer('file_id')
      .notNull()
      .references(() => partnerFiles.id, { onDelete: 'cascade' }),
    imps: bigint('imps', { mode: 'number' }).notNull(),
    revenue: usd('revenue'),
    clicks: bigint('clicks', { mode: 'number' }),
    reqs: bigint('reqs', { mode: 'number' }),
  },
  (table) => [
    primaryKey({
      name: 'partner_numbers_key',
      columns: [table.demandId, table.kind, table.objectId, table.day],
    }),
    index('partner_numbers_file_index').on(table.fileId),
  ],
);
