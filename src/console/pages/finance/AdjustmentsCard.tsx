import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FinanceAccountMonth } from '#api/finance/monthContract.ts';
import { monthLabel } from '#model/finance/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextArea } from '../../ui/field/TextArea.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { ActDialog } from './ActDialog.tsx';
import { Amount } from './Amount.tsx';
import { isSignedAmount } from './isSignedAmount.ts';
import { useFinanceAct } from './useFinance.ts';

/** The adjustments of the month. They can be added and deleted while it is open. */
export function AdjustmentsCard({ shown }: { shown: FinanceAccountMonth }) {
  const [isOpened, setOpened] = useState(false);
  const confirm = useConfirm();
  const act = useFinanceAct();
  const isOpen = shown.state === 'draft';

  async function remove(id: number, reason: string) {
    const mayGo = await confirm({
      title: 'Delete this adjustment?',
      description: `“${reason}” is removed from the statement. The deletion is recorded in the log.`,
      confirmLabel: 'Delete',
      danger: true,
    });
    if (mayGo)
      act.mutate({
        call: (api) => api.delete('/api/finance/adjustments/{id}', { params: { id } }),
        done: 'Adjustment deleted',
      });
  }

  return (
    <Card
      title="Adjustments"
      padding="none"
      actions={
        isOpen ? (
          <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setOpened(true)}>
            Add
          </Button>
        ) : undefined
      }
    >
      {shown.adjustmentRows.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">
          {isOpen ? 'No adjustments yet.' : 'No adjustments. The month is closed.'}
        </p>
      ) : (
        <ul className="divide-y text-sm">
          {shown.adjustmentRows.map(({ id, amount, reason, carriedFrom, userName, createdAt }) => (
            <li key={id} className="flex items-start gap-3 px-4 py-2">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere">{reason}</p>
                <p className="text-xs text-muted">
                  {[userName, createdAt.slice(0, 10), carriedFrom && `carried forward from ${monthLabel(carriedFrom)}`]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <Amount usd={amount} className="pt-0.5" />
              {isOpen ? (
                <IconButton
                  size="sm"
                  label={`Delete adjustment: ${reason}`}
                  icon={<Trash2 />}
                  onClick={() => void remove(id, reason)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {isOpened ? <AddDialog shown={shown} onClose={() => setOpened(false)} /> : null}
    </Card>
  );
}

function AddDialog({ shown, onClose }: { shown: FinanceAccountMonth; onClose: () => void }) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const plain = amount.replaceAll(',', '').trim();
  const isWrong = plain !== '' && plain !== '-' && !isSignedAmount(plain);
  return (
    <ActDialog
      title={`Adjustment for ${monthLabel(shown.month)}`}
      description={shown.name}
      label="Add"
      act={
        isSignedAmount(plain) && reason.trim() !== ''
          ? {
              call: (api) =>
                api.post('/api/finance/months/{month}/accounts/{id}/adjustments', {
                  params: { month: shown.month, id: shown.demandId },
                  body: { amount: plain, reason },
                }),
              done: 'Adjustment added',
            }
          : null
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Amount"
          required
          hint="Negative = credit to the account."
          error={isWrong ? 'Enter an amount in USD other than zero' : undefined}
        >
          <TextField
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
        </Field>
        <Field label="Reason" required hint="Printed on the invoice.">
          <TextArea
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
      </div>
    </ActDialog>
  );
}
