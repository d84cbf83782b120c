import { useState } from 'react';
import type { FinanceMonth } from '#api/finance/monthContract.ts';
import { monthLabel } from '#model/finance/index.ts';
import { Checkbox } from '../../ui/field/Checkbox.tsx';
import { ActDialog } from './ActDialog.tsx';
import { timeOf } from './timeOf.ts';

/** Closes a month for one account, or for all accounts that are open. */
export function CloseDialog({
  month,
  account,
  onClose,
}: {
  month: Pick<FinanceMonth, 'month' | 'isLateOver' | 'lateUntil'> & { rows?: FinanceMonth['rows'] };
  /** Absent = all accounts. */
  account?: { id: number; name: string };
  onClose: () => void;
}) {
  const [isEarly, setEarly] = useState(false);
  const label = monthLabel(month.month);
  const open = month.rows?.filter(({ state }) => state === 'draft').length ?? 1;
  const accountsText = account?.name ?? (open === 1 ? '1 account' : `${open} accounts`);
  const mayClose = month.isLateOver || isEarly;
  return (
    <ActDialog
      title={`Close ${label} for ${accountsText}?`}
      description="The statement is frozen. Anything counted later is shown as post-close activity and can be carried forward to another month. Only the super admin can reopen the month, and only until an invoice is sent, a payment or write-off is recorded, or post-close activity is carried forward."
      label="Close month"
      act={
        mayClose
          ? {
              call: (api) =>
                api.post('/api/finance/months/{month}/close', {
                  params: { month: month.month },
                  body: { ...(account ? { demandIds: [account.id] } : {}), isEarly },
                }),
              done: `${label} closed for ${accountsText}`,
            }
          : null
      }
      onClose={onClose}
    >
      {month.isLateOver ? null : (
        <div className="flex flex-col gap-3">
          <p className="text-sm">
            Events for ads served in this month can still arrive until {timeOf(month.lateUntil)} UTC.
          </p>
          <Checkbox
            checked={isEarly}
            onChange={(event) => setEarly(event.currentTarget.checked)}
            label="Close anyway"
          />
        </div>
      )}
    </ActDialog>
  );
}
