import { useState, type ReactNode } from 'react';
import type { FinanceItem, FinanceSettlement } from '#api/finance/itemContract.ts';
import { monthLabel } from '#model/finance/index.ts';
import { nanosFromUsd, usdFromNanos } from '#model/index.ts';
import { exactValue } from '#reports/result/formatValue.ts';
import { usdText } from '#model/money/usdText.ts';
import { Button } from '../../ui/Button.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Amount } from './Amount.tsx';
import { itemStateLabels, settlementLabels } from './itemTexts.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

/** An item of a partner. Its name expands its settlements. */
export function ItemRow({
  item,
  isMonthShown,
  isOpened,
  onToggle,
  action,
}: {
  item: FinanceItem;
  isMonthShown: boolean;
  isOpened: boolean;
  onToggle: () => void;
  action: ReactNode;
}) {
  const settled = usdFromNanos(nanosFromUsd(item.paid) + nanosFromUsd(item.writtenOff));
  return (
    <>
      <tr>
        {isMonthShown ? <td className="px-4 py-2 whitespace-nowrap">{monthLabel(item.month)}</td> : null}
        <th scope="row" className="px-4 py-2 text-left font-normal">
          {item.entries.length === 0 ? (
            <span className="wrap-anywhere">{item.name}</span>
          ) : (
            <button
              type="button"
              aria-expanded={isOpened}
              className="-my-0.5 min-h-6 text-left wrap-anywhere text-accent-ink underline underline-offset-2"
              onClick={onToggle}
            >
              {item.name}
            </button>
          )}
        </th>
        <td className="px-4 py-2 whitespace-nowrap text-muted">NET {item.terms}</td>
        <td className="tnum px-4 py-2 whitespace-nowrap">{item.dueOn}</td>
        <td
          className="tnum px-4 py-2 text-right whitespace-nowrap"
          title={`Exact amount: ${exactValue(item.amount, 'usd') ?? usdText(item.amount)}`}
        >
          {usdText(item.amountDue)}
        </td>
        <td className="px-4 py-2 text-right whitespace-nowrap">
          <Amount usd={settled} />
        </td>
        <td className="px-4 py-2 text-right font-medium whitespace-nowrap">
          <Amount usd={item.open} />
        </td>
        <td className="px-4 py-2 whitespace-nowrap">
          {item.daysOverdue > 0 ? (
            <Pill tone="bad">
              {item.daysOverdue} {item.daysOverdue === 1 ? 'day' : 'days'} overdue
            </Pill>
          ) : (
            <Pill tone={itemStateLabels[item.state].tone}>{itemStateLabels[item.state].label}</Pill>
          )}
        </td>
        <td className="px-4 py-1 text-right">{action}</td>
      </tr>
      {isOpened && item.entries.length > 0 ? (
        <tr className="bg-sunken">
          <td colSpan={isMonthShown ? 9 : 8} className="px-4 py-2">
            <ul aria-label={`Payments and write-offs of ${item.name}`} className="flex flex-col gap-1">
              {item.entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ul>
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Entry({ entry }: { entry: FinanceSettlement }) {
  const [isOpened, setOpened] = useState(false);
  const { id, type, amount, settledOn, note, corrects, isCorrected, userName } = entry;
  const { label, reversedLabel } = settlementLabels[type];
  return (
    <li className="flex min-h-7 items-center gap-3 pl-4 text-xs">
      <span className="min-w-0 flex-1 wrap-anywhere text-muted">
        {corrects === null ? label : reversedLabel} {settledOn}
        {[note, userName]
          .filter(Boolean)
          .map((each) => ` · ${each}`)
          .join('')}
        {isCorrected ? ' · reversed' : ''}
      </span>
      <Amount usd={amount} className={isCorrected ? 'text-muted line-through' : ''} />
      <span className="w-24 text-right">
        {corrects === null && !isCorrected ? (
          <Button size="sm" onClick={() => setOpened(true)}>
            Reverse…
          </Button>
        ) : null}
      </span>
      {isOpened ? (
        <ReasonDialog
          title={type === 'payment' ? 'Reverse this payment?' : 'Reverse this write-off?'}
          description="An offsetting entry is added. Nothing is deleted."
          label="Reverse"
          call={(api, body) => api.post('/api/finance/settlements/{id}/reverse', { params: { id }, body })}
          done="Entry reversed"
          onClose={() => setOpened(false)}
        />
      ) : null}
    </li>
  );
}
