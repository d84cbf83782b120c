import { useState } from 'react';
import type { FinanceInvoice } from '#api/finance/invoiceContract.ts';
import { nanosFromUsd, usdFromNanos } from '#model/index.ts';
import { usdText } from '#model/money/usdText.ts';
import { useToday } from '../../reports/useNow.ts';
import { DateField } from '../../ui/date/DateField.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { ActDialog } from './ActDialog.tsx';
import { isSignedAmount } from './isSignedAmount.ts';

/** Records a payment of an invoice. The default is the open amount. */
export function PaymentDialog({ invoice, onClose }: { invoice: FinanceInvoice; onClose: () => void }) {
  const today = useToday(0);
  const open = usdFromNanos(nanosFromUsd(invoice.total) - nanosFromUsd(invoice.collected));
  const [amount, setAmount] = useState(nanosFromUsd(open) > 0n ? open : '');
  const [paidOn, setPaidOn] = useState(today);
  const [note, setNote] = useState('');
  const plain = amount.replaceAll(',', '').trim();
  const isAmount = isSignedAmount(plain, 2);
  const isDay = /^2\d{3}-\d\d-\d\d$/.test(paidOn);
  return (
    <ActDialog
      title={`Payment for ${invoice.number}`}
      description={`${usdText(open)} of ${usdText(invoice.total)} is outstanding.`}
      label="Record"
      act={
        isAmount && isDay
          ? {
              call: (api) =>
                api.post('/api/finance/invoices/{id}/payments', {
                  params: { id: invoice.id },
                  body: { amount: plain, paidOn, note },
                }),
              done: 'Payment recorded',
            }
          : null
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Amount"
          required
          hint="Negative = refund."
          error={plain !== '' && plain !== '-' && !isAmount ? 'Enter an amount in dollars and cents' : undefined}
        >
          <TextField
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
        </Field>
        <Field label="Payment date" required>
          <DateField value={paidOn} onChange={setPaidOn} today={today} clearable={false} />
        </Field>
        <Field label="Note">
          <TextField
            maxLength={200}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Field>
      </div>
    </ActDialog>
  );
}
