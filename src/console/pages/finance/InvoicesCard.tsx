import { Ban, Banknote, FileSpreadsheet, FileText, Lock, Send } from 'lucide-react';
import { useState } from 'react';
import type { FinanceInvoice } from '#api/finance/invoiceContract.ts';
import type { FinanceAccountMonth } from '#api/finance/monthContract.ts';
import { nanosFromUsd } from '#model/index.ts';
import { addressOf } from '../../lib/api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Amount } from './Amount.tsx';
import { IssuerDialog } from './IssuerDialog.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { useFinanceAct, useInvoiceSettings } from './useFinance.ts';

/** The invoices and credit notes of the month: issue, PDF and CSV, mark as sent or paid, cancel by credit note. */
export function InvoicesCard({
  shown,
  onCloseMonth,
}: {
  shown: FinanceAccountMonth;
  /** Closes the month; null when it cannot be closed now. */
  onCloseMonth: (() => void) | null;
}) {
  const act = useFinanceAct();
  const { data: issuer } = useInvoiceSettings();
  const [isAskingIssuer, setAskingIssuer] = useState(false);
  const issue = () =>
    act.mutate({
      call: (api) =>
        api.post('/api/finance/months/{month}/accounts/{id}/invoice', {
          params: { month: shown.month, id: shown.demandId },
        }),
      done: 'Invoice issued',
    });
  const mayIssue = shown.closedAt !== null && shown.invoice === null && nanosFromUsd(shown.due) > 0n;
  return (
    <Card
      title="Invoice"
      padding="none"
      actions={
        mayIssue ? (
          <Button
            size="sm"
            variant="primary"
            loading={act.isPending}
            onClick={() => (issuer?.name === '' || issuer?.address === '' ? setAskingIssuer(true) : issue())}
          >
            Issue invoice
          </Button>
        ) : undefined
      }
    >
      {shown.invoices.length === 0 ? (
        <div className="flex items-center justify-between gap-3 px-4 py-3">
          <p className="text-sm text-muted">{noneText(shown)}</p>
          {onCloseMonth ? (
            <Button size="sm" icon={<Lock aria-hidden />} onClick={onCloseMonth}>
              Close month<span className="sr-only"> to issue its invoice</span>
            </Button>
          ) : null}
        </div>
      ) : (
        <ul className="divide-y">
          {shown.invoices.map((invoice) => (
            <InvoiceItem key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
      {isAskingIssuer ? (
        <IssuerDialog
          onClose={() => setAskingIssuer(false)}
          onSaved={() => {
            setAskingIssuer(false);
            issue();
          }}
        />
      ) : null}
    </Card>
  );
}

function noneText({ closedAt, due }: FinanceAccountMonth): string {
  if (closedAt === null) return 'Close the month to issue its invoice.';
  return nanosFromUsd(due) > 0n ? 'No invoice yet.' : 'Nothing to invoice for this month.';
}

function InvoiceItem({ invoice }: { invoice: FinanceInvoice }) {
  const [opened, setOpened] = useState<'pay' | 'void' | null>(null);
  const act = useFinanceAct();
  const { id, number, kind, total, sentAt, corrects, correctedBy, payments, collected } = invoice;
  const params = { id };
  const isCounting = kind === 'invoice' && correctedBy === null;
  const isPaid = nanosFromUsd(collected) >= nanosFromUsd(total);
  return (
    <li className="flex flex-col gap-2 px-4 py-3 text-sm">
      <div className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">
          {kind === 'credit' ? 'Credit note' : 'Invoice'} {number}
        </span>
        <Amount usd={total} className={correctedBy === null ? 'font-medium' : 'text-muted line-through'} />
      </div>
      <p className="text-xs text-muted">
        {[
          `Issued ${invoice.issuedOn}`,
          kind === 'invoice' && `due ${invoice.dueOn}`,
          sentAt === null ? 'not sent yet' : `sent ${sentAt.slice(0, 10)}`,
          corrects && `voids ${corrects}`,
          correctedBy && `voided by ${correctedBy}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {payments.length === 0 ? null : (
        <ul className="text-xs text-muted">
          {payments.map((payment) => (
            <li key={payment.id} className="flex gap-3">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {payment.amount.startsWith('-') ? 'Refunded' : 'Paid'} {payment.paidOn}
                {payment.note === '' ? '' : ` · ${payment.note}`}
              </span>
              <Amount usd={payment.amount} />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <a
          href={addressOf('/api/finance/invoices/{id}/pdf', { params })}
          download
          className={buttonClass('secondary', 'sm')}
        >
          <FileText aria-hidden />
          PDF<span className="sr-only"> of {number}</span>
        </a>
        <a
          href={addressOf('/api/finance/invoices/{id}/csv', { params })}
          download
          className={buttonClass('secondary', 'sm')}
        >
          <FileSpreadsheet aria-hidden />
          CSV<span className="sr-only"> of {number}</span>
        </a>
        {sentAt === null && correctedBy === null ? (
          <Button
            size="sm"
            icon={<Send aria-hidden />}
            loading={act.isPending}
            onClick={() =>
              act.mutate({
                call: (api) => api.post('/api/finance/invoices/{id}/sent', { params }),
                done: `${number} marked as sent`,
              })
            }
          >
            Mark as sent
          </Button>
        ) : null}
        {isCounting ? (
          <Button size="sm" icon={<Banknote aria-hidden />} onClick={() => setOpened('pay')}>
            {isPaid ? 'Correct payments' : 'Record payment'}
          </Button>
        ) : null}
        {isCounting && nanosFromUsd(collected) === 0n ? (
          <Button size="sm" icon={<Ban aria-hidden />} onClick={() => setOpened('void')}>
            Void…
          </Button>
        ) : null}
      </div>
      {opened === 'pay' ? <PaymentDialog invoice={invoice} onClose={() => setOpened(null)} /> : null}
      {opened === 'void' ? (
        <ReasonDialog
          title={`Void ${number}?`}
          description="A credit note with its own number is issued for the full amount. Nothing is deleted."
          label="Void invoice"
          call={(api, body) => api.post('/api/finance/invoices/{id}/void', { params, body })}
          done={`${number} voided`}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </li>
  );
}
