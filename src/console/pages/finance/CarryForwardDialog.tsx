import { useState } from 'react';
import type { FinanceAccountMonth } from '#api/finance/monthContract.ts';
import { addMonths, type Month, monthLabel } from '#model/finance/index.ts';
import { usdText } from '#model/money/usdText.ts';
import { Field } from '../../ui/field/Field.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { ActDialog } from './ActDialog.tsx';

/** Carries post-close activity forward into a later month. */
export function CarryForwardDialog({
  shown,
  current,
  onClose,
}: {
  shown: FinanceAccountMonth;
  current: Month;
  onClose: () => void;
}) {
  const offered: Month[] = [];
  for (let month = current; month > shown.month; month = addMonths(month, -1)) offered.push(month);
  const [into, setInto] = useState(current);
  return (
    <ActDialog
      title={`Carry ${usdText(shown.afterClose?.remaining ?? '0')} forward?`}
      description={`This post-close activity for ${monthLabel(shown.month)} becomes an adjustment in the month you select.`}
      label="Carry forward"
      act={{
        call: (api) =>
          api.post('/api/finance/months/{month}/accounts/{id}/carry', {
            params: { month: shown.month, id: shown.demandId },
            body: { into },
          }),
        done: `Carried forward to ${monthLabel(into)}`,
      }}
      onClose={onClose}
    >
      <Field label="To month">
        <Select
          options={offered.map((month) => ({ value: month, label: monthLabel(month) }))}
          value={into}
          onChange={setInto}
        />
      </Field>
    </ActDialog>
  );
}
