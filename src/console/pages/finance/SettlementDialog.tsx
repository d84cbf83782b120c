import { useState } from 'react';
import type { FinanceItem } from '#api/finance/itemContract.ts';
import { monthLabel, type SettlementType } from '#model/finance/index.ts';
import { nanosFromUsd } from '#model/index.ts';
import { usdText } from '#model/money/usdText.ts';
import { useToday } from '../../reports/useNow.ts';
import { DateField } from '../../ui/date/DateField.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { ActDialog } from './ActDialog.tsx';
import { isSignedAmount } from './isSignedAmount.ts';

/** Records a partner's payment, a payment to it, or a write-off. The default is the open amount. */
export function SettlementDialog({
  account,
  item,
  onClose,
}: {
  account: number;
  item: FinanceItem;
  onClose: () => void;
}) {
  const today = useToday(0);
  const [type, setType] = useState<SettlementType>('payment');
  const [amount, setAmount] = useState(item.open);
  const [settledOn, setSettledOn] = useState(today);
  const [note, setNote] = useState('');
  const plain = amount.replaceAll(',', '').trim();
  const isAmount = isSignedAmount(plain, 2) && !plain.startsWith('-');
  const isTooMuch = isAmount && nanosFromUsd(plain) > nanosFromUsd(item.open);
  const isDay = /^2\d{3}-\d\d-\d\d$/.test(settledOn);
  const isPayment = type === 'payment';
  const isGood = isAmount && !isTooMuch && isDay && (isPayment || note.trim() !== '');
  return (
    <ActDialog
      title={`Settle ${monthLabel(item.month)}: ${item.name}`}
      description={`${usdText(item.open)} of ${usdText(item.amountDue)} is outstanding, due ${item.dueOn}.`}
      label="Record"
      act={
        isGood
          ? {
              call: (api) =>
                api.post('/api/finance/months/{month}/accounts/{id}/settlements', {
                  params: { month: item.month, id: account },
                  body: { kind: item.kind, partnerId: item.partnerId, type, amount: plain, settledOn, note },
                }),
              done: isPayment ? 'Payment recorded' : 'Write-off recorded',
            }
          : null
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label="Entry type" group>
          <SegmentedControl
            label="Entry type"
            options={[
              { value: 'payment', label: 'Payment' },
              { value: 'writeoff', label: 'Write-off' },
            ]}
            value={type}
            onChange={setType}
          />
        </Field>
        <Field label="Amount" required error={amountError(plain, isAmount, isTooMuch, item.open)}>
          <TextField
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
        </Field>
        <Field label={isPayment ? 'Payment date' : 'Write-off date'} required>
          <DateField value={settledOn} onChange={setSettledOn} today={today} clearable={false} />
        </Field>
        <Field label={isPayment ? 'Reference' : 'Reason'} required={!isPayment}>
          <TextField
            maxLength={500}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Field>
      </div>
    </ActDialog>
  );
}

function amountError(plain: string, isAmount: boolean, isTooMuch: boolean, open: string): string | undefined {
  if (plain !== '' && !isAmount) return 'Enter an amount in dollars and cents';
  return isTooMuch ? `Only ${usdText(open)} is outstanding` : undefined;
}
