import { documentTitle } from '#model/finance/index.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, type Route } from '../route.ts';
import { fileResponse, responseOf, withFixLink } from './financeResponse.ts';
import { csvOf } from './financeTable.ts';
import { invoiceContract } from './invoiceContract.ts';
import { invoiceTable } from './invoiceTable.ts';

/** Routes of the invoices of closed months (issued, sent, paid, or credited) and of the issuer's details. */
export function invoiceRoutes({ finance, entities, now }: ApiDeps): Route[] {
  return [
    implement(invoiceContract.readSettings, async () => ok(await finance.settings.read())),
    implement(invoiceContract.changeSettings, async ({ body, author }) =>
      ok(await finance.settings.write(body, author)),
    ),
    implement(invoiceContract.issue, async ({ params: { month, id }, author, user }) => {
      const account = await entities.get('demand', id, 'all');
      if (!account) return notFound();
      const { name, companyName, companyAddress } = account;
      const outcome = await finance.invoices.issue(
        author,
        { demandId: id, name, month },
        { at: now().toISOString(), customer: { name, companyName, companyAddress } },
      );
      const settings = {
        label: 'Invoice settings',
        href: `/finance?month=${month}&account=${id}&settings=invoice`,
      };
      // Only the super admin can change the issuer's details.
      const fixable = user.role === 'super' ? withFixLink(outcome, 'issuer_missing', settings) : outcome;
      return responseOf(fixable, (invoiceId) => ({ id: invoiceId }), 201);
    }),
    implement(invoiceContract.pdf, async ({ params }) => {
      const invoice = await finance.invoices.get(params.id);
      if (!invoice) return notFound();
      // The PDF library is large: processes load it with the first invoice.
      const { invoicePdf } = await import('./invoicePdf.ts');
      return fileResponse(await invoicePdf(invoice.document), documentTitle(invoice.document), 'pdf');
    }),
    implement(invoiceContract.csv, async ({ params }) => {
      const invoice = await finance.invoices.get(params.id);
      if (!invoice) return notFound();
      const table = invoiceTable(invoice.document);
      return fileResponse(csvOf(table), table.name, 'csv');
    }),
    implement(invoiceContract.markSent, async ({ params, author }) => {
      return responseOf(await finance.invoices.markSent(author, params.id, now().toISOString()), () => ({}), 200);
    }),
    implement(invoiceContract.pay, async ({ params, body, author }) => {
      return responseOf(await finance.invoices.pay(author, params.id, body), () => ({}), 201);
    }),
    implement(invoiceContract.voidInvoice, async ({ params, body, author }) => {
      const at = now().toISOString();
      const outcome = await finance.invoices.creditInvoice(author, params.id, { at, reason: body.reason });
      return responseOf(outcome, (id) => ({ id }), 201);
    }),
  ];
}
