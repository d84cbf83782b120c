import { z } from 'zod';
import { documentTitle } from '#model/finance/index.ts';
import { financeRoles } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { idParam } from '../entities/listQuery.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';
import { fileReply, replyOf } from './financeReply.ts';
import { accountMonthParam, idAnswer, paymentBody, reasonBody, settingsSchema } from './financeSchemas.ts';
import { csvOf } from './financeTable.ts';
import { invoicePdf } from './invoicePdf.ts';
import { invoiceTable } from './invoiceTable.ts';

const chapter = 'Finance';
const access = { roles: financeRoles };
const path = '/api/finance/invoices/{id}';
const done = { 200: { description: 'Done', schema: z.object({}) } };

/** Invoices of closed months: issued, sent, paid, or taken back; and who sends them. */
export function invoiceRoutes({ finance, entities, now }: ApiDeps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/finance/settings',
      summary: 'Who sends the invoices',
      chapter,
      access,
      answers: { 200: { description: 'The settings', schema: settingsSchema } },
      handler: async () => ok(await finance.settings.read()),
    }),
    defineRoute({
      method: 'PUT',
      path: '/api/finance/settings',
      summary: 'Say who sends the invoices; those that were issued stay as they are',
      chapter,
      access: { roles: ['super'] },
      body: settingsSchema,
      answers: { 200: { description: 'The settings as they now are', schema: settingsSchema } },
      handler: async ({ body, author }) => ok(await finance.settings.write(body, author)),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/finance/months/{month}/accounts/{id}/invoice',
      summary: 'Issue the invoice of a closed month',
      chapter,
      access,
      params: accountMonthParam,
      answers: { 201: { description: 'Issued', schema: idAnswer } },
      refuses: [404, 409],
      async handler({ params: { month, id }, author }) {
        const account = await entities.get('demand', id, 'all');
        if (!account) return notFound();
        const { name, companyName, companyAddress } = account;
        const outcome = await finance.invoices.issue(
          author,
          { demandId: id, name, month },
          { at: now().toISOString(), customer: { name, companyName, companyAddress } },
        );
        return replyOf(outcome, (invoiceId) => ({ id: invoiceId }), 201);
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/pdf`,
      summary: 'An invoice or credit note as PDF',
      chapter,
      access,
      params: idParam,
      answers: { 200: { description: 'The document', contentType: 'application/pdf' } },
      refuses: [404],
      async handler({ params }) {
        const invoice = await finance.invoices.get(params.id);
        if (!invoice) return notFound();
        return fileReply(await invoicePdf(invoice.document), documentTitle(invoice.document), 'pdf');
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/csv`,
      summary: 'An invoice or credit note as CSV',
      chapter,
      access,
      params: idParam,
      answers: { 200: { description: 'Its lines', contentType: 'text/csv', schema: z.string() } },
      refuses: [404],
      async handler({ params }) {
        const invoice = await finance.invoices.get(params.id);
        if (!invoice) return notFound();
        const table = invoiceTable(invoice.document);
        return fileReply(csvOf(table), table.name, 'csv');
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/sent`,
      summary: 'Note that an invoice or credit note was sent',
      chapter,
      access,
      params: idParam,
      answers: done,
      refuses: [404, 409],
      async handler({ params, author }) {
        return replyOf(await finance.invoices.markSent(author, params.id, now().toISOString()), () => ({}), 200);
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/payments`,
      summary: 'Record what was paid for an invoice, or paid back',
      chapter,
      access,
      params: idParam,
      body: paymentBody,
      answers: { 201: { description: 'Recorded', schema: z.object({}) } },
      refuses: [404, 409],
      async handler({ params, body, author }) {
        return replyOf(await finance.invoices.pay(author, params.id, body), () => ({}), 201);
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/void`,
      summary: 'Take an invoice back by a credit note',
      chapter,
      access,
      params: idParam,
      body: reasonBody,
      answers: { 201: { description: 'The credit note', schema: idAnswer } },
      refuses: [404, 409],
      async handler({ params, body, author }) {
        const at = now().toISOString();
        const outcome = await finance.invoices.takeBack(author, params.id, { at, reason: body.reason });
        return replyOf(outcome, (id) => ({ id }), 201);
      },
    }),
  ];
}
