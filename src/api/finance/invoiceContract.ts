import { z } from 'zod';
import { idParam } from '../addressValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import {
  accountMonthParam,
  emptyResponse,
  financeRoute,
  idResponse,
  paidAmount,
  paidDay,
  reasonBody,
  usd,
} from './financeSchemas.ts';

const paymentBody = z.strictObject({
  amount: paidAmount.describe('Amount in USD. Negative = refund'),
  paidOn: paidDay,
  note: z.string().trim().max(200, 'At most 200 characters').default(''),
});

const lines = (most: number) => z.string('Must be text').trim().max(most, `At most ${most} characters`);

const settingsSchema = z.strictObject({
  name: lines(200).describe('Company name of the issuer'),
  address: lines(500),
  taxId: lines(100),
  bank: lines(1000).describe('Payment details, such as bank account'),
  prefix: z
    .string('Must be text')
    .trim()
    .regex(/^[A-Za-z0-9/._-]{0,20}$/, 'At most 20 letters, digits, and - _ / .')
    .describe('Prefix of invoice numbers'),
  netDays: z
    .int('Must be a whole number')
    .min(0, 'At least 0')
    .max(365, 'At most 365')
    .describe('Payment terms: days from issue until payment is due'),
  taxRate: z
    .number('Must be a number')
    .min(0, 'At least 0')
    .max(100, 'At most 100')
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most two decimals')
    .nullable()
    .describe('Tax rate in percent. null = no tax'),
});

/** An invoice or credit note without its document. */
export const invoiceSchema = z.object({
  id: z.int(),
  number: z.string(),
  kind: z.enum(['invoice', 'credit']),
  total: usd,
  issuedOn: z.string(),
  dueOn: z.string(),
  sentAt: z.string().nullable(),
  corrects: z.string().nullable().describe('Credit notes only: number of the voided invoice'),
  correctedBy: z.string().nullable().describe('Invoices only: number of the credit note that voided it'),
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

/** An invoice or credit note without its document. */
export type FinanceInvoice = z.output<typeof invoiceSchema>;

const path = '/api/finance/invoices/{id}';

/** Invoices of closed months, and the issuer's details. */
export const invoiceContract = {
  readSettings: {
    method: 'GET',
    path: '/api/finance/settings',
    summary: 'Read the invoice settings',
    ...financeRoute,
    responses: { 200: { description: 'The settings', schema: settingsSchema } },
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/finance/settings',
    summary: 'Change the invoice settings. Issued invoices do not change',
    ...financeRoute,
    fourEyes: ['payouts'],
    access: { roles: ['super'] },
    body: settingsSchema,
    responses: { 200: { description: 'The updated settings', schema: settingsSchema } },
  },
  issue: {
    method: 'POST',
    path: '/api/finance/months/{month}/accounts/{id}/invoice',
    summary: 'Issue the invoice for a closed month',
    ...financeRoute,
    params: accountMonthParam,
    responses: { 201: { description: 'Issued', schema: idResponse } },
    rejects: [404, 409],
  },
  pdf: {
    method: 'GET',
    path: `${path}/pdf`,
    summary: 'Download an invoice or credit note as PDF',
    ...financeRoute,
    recordedAs: 'financeExported',
    params: idParam,
    responses: { 200: { description: 'The document', contentType: 'application/pdf' } },
    rejects: [404],
  },
  csv: {
    method: 'GET',
    path: `${path}/csv`,
    summary: 'Download an invoice or credit note as CSV',
    ...financeRoute,
    recordedAs: 'financeExported',
    params: idParam,
    responses: { 200: { description: 'The invoice lines', contentType: 'text/csv', schema: z.string() } },
    rejects: [404],
  },
  markSent: {
    method: 'POST',
    path: `${path}/sent`,
    summary: 'Mark an invoice or credit note as sent',
    ...financeRoute,
    params: idParam,
    responses: { 200: { description: 'Done', schema: emptyResponse } },
    rejects: [404, 409],
  },
  pay: {
    method: 'POST',
    path: `${path}/payments`,
    summary: 'Record a payment or refund for an invoice',
    ...financeRoute,
    fourEyes: ['payouts'],
    params: idParam,
    body: paymentBody,
    responses: { 201: { description: 'Recorded', schema: emptyResponse } },
    rejects: [404, 409],
  },
  voidInvoice: {
    method: 'POST',
    path: `${path}/void`,
    summary: 'Void an invoice with a credit note',
    ...financeRoute,
    fourEyes: ['payouts'],
    params: idParam,
    body: reasonBody,
    responses: { 201: { description: 'The credit note', schema: idResponse } },
    rejects: [404, 409],
  },
} as const satisfies Contract;
