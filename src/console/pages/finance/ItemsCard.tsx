import { Download, FileSpreadsheet, Lock } from 'lucide-react';
import { useState } from 'react';
import type { FinanceItem, FinanceItems } from '#api/finance/itemContract.ts';
import { type ItemKind, itemKinds, type Month, monthLabel, sumUsd } from '#model/finance/index.ts';
import { nanosFromUsd, usdFromNanos } from '#model/index.ts';
import { addressOf } from '../../lib/api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Amount } from './Amount.tsx';
import { AgingTable } from './AgingTable.tsx';
import { ItemRow } from './ItemRow.tsx';
import { itemTexts } from './itemTexts.ts';
import { SettlementDialog } from './SettlementDialog.tsx';
import { useItems } from './useFinance.ts';

/** Receivables or payables of partners: partly paid, written off or overdue. */
export function ItemsCard({
  id,
  month,
  isClosed,
  kind,
  isAllMonths,
  onChange,
  onCloseMonth,
}: {
  id: number;
  month: Month;
  /** Whether the month shown is closed. */
  isClosed: boolean;
  kind: ItemKind;
  isAllMonths: boolean;
  onChange: (part: { items?: ItemKind; isAllMonths?: boolean }) => void;
  /** Closes the month; null when it cannot be closed now. */
  onCloseMonth: (() => void) | null;
}) {
  const requestedMonth = isAllMonths ? null : month;
  const query = useItems(id, kind, requestedMonth);
  const shown = query.data;
  const file = { params: { id }, query: { kind, month: requestedMonth } };
  return (
    <Card
      title="Receivables and payables"
      description="What partners owe the account and what it owes them, for closed months."
      padding="none"
      actions={
        <>
          <SegmentedControl
            label="Partner type"
            options={itemKinds.map((value) => ({ value, label: itemTexts[value].partnersLabel }))}
            value={kind}
            onChange={(items) => onChange({ items })}
          />
          <SegmentedControl
            label="Months"
            options={[
              { value: 'one', label: 'This month' },
              { value: 'all', label: 'All months' },
            ]}
            value={isAllMonths ? 'all' : 'one'}
            onChange={(value) => onChange({ isAllMonths: value === 'all' })}
          />
          <a
            href={addressOf('/api/finance/accounts/{id}/items.csv', file)}
            download
            className={buttonClass('secondary', 'sm')}
          >
            <Download aria-hidden />
            CSV<span className="sr-only"> of {itemTexts[kind].label.toLowerCase()}</span>
          </a>
          <a
            href={addressOf('/api/finance/accounts/{id}/items.xlsx', file)}
            download
            className={buttonClass('secondary', 'sm')}
          >
            <FileSpreadsheet aria-hidden />
            XLSX<span className="sr-only"> of {itemTexts[kind].label.toLowerCase()}</span>
          </a>
        </>
      }
    >
      {shown ? (
        <div className={query.isPlaceholderData ? 'opacity-60' : undefined}>
          {shown.rows.length === 0 ? (
            <EmptyState
              {...noneOf(shown.kind, month, isAllMonths, isClosed)}
              action={
                onCloseMonth ? (
                  <Button icon={<Lock aria-hidden />} onClick={onCloseMonth}>
                    Close month<span className="sr-only"> to create {itemTexts[kind].label.toLowerCase()}</span>
                  </Button>
                ) : null
              }
            />
          ) : (
            <ItemTable shown={shown} isAllMonths={isAllMonths} />
          )}
          <AgingTable shown={shown} id={id} />
        </div>
      ) : query.isError ? (
        <LoadError title="Error on load data" query={query} />
      ) : (
        <Skeleton className="m-4 h-24" />
      )}
    </Card>
  );
}

function noneOf(
  kind: ItemKind,
  month: Month,
  isAllMonths: boolean,
  isClosed: boolean,
): { title: string; text: string } {
  if (isAllMonths)
    return { title: `No ${itemTexts[kind].label.toLowerCase()}`, text: 'They are created when a month is closed.' };
  if (!isClosed)
    return {
      title: `${monthLabel(month)} is still open`,
      text: 'Receivables and payables are created when it is closed.',
    };
  return { title: `No ${itemTexts[kind].label.toLowerCase()} for ${monthLabel(month)}`, text: itemTexts[kind].none };
}

const heads = ['Terms', 'Due date', 'Amount due', 'Settled', 'Outstanding'] as const;

function ItemTable({ shown, isAllMonths }: { shown: FinanceItems; isAllMonths: boolean }) {
  const [opened, setOpened] = useState<string | null>(null);
  const [settled, setSettled] = useState<FinanceItem | null>(null);
  const { partner, label } = itemTexts[shown.kind];
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm" aria-label={label}>
        <thead>
          <tr className="border-b text-xs text-muted">
            {isAllMonths ? <Head isText>Month</Head> : null}
            <Head isText>{partner}</Head>
            {heads.map((head) => (
              <Head key={head} isText={head === 'Terms' || head === 'Due date'}>
                {head}
              </Head>
            ))}
            <Head isText>State</Head>
            <th scope="col" className="px-4 py-2">
              <span className="sr-only">Record</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {shown.rows.map((item) => {
            const key = `${item.month} ${item.partnerId}`;
            return (
              <ItemRow
                key={key}
                item={item}
                isMonthShown={isAllMonths}
                isOpened={opened === key}
                onToggle={() => setOpened(opened === key ? null : key)}
                action={
                  nanosFromUsd(item.open) > 0n ? (
                    <Button size="sm" onClick={() => setSettled(item)}>
                      Record…<span className="sr-only"> for {item.name}</span>
                    </Button>
                  ) : null
                }
              />
            );
          })}
          <Totals rows={shown.rows} columnsBefore={isAllMonths ? 4 : 3} />
        </tbody>
      </table>
      {settled ? <SettlementDialog account={shown.accountId} item={settled} onClose={() => setSettled(null)} /> : null}
    </div>
  );
}

function Totals({ rows, columnsBefore }: { rows: readonly FinanceItem[]; columnsBefore: number }) {
  const sum = (read: (item: FinanceItem) => readonly string[]) => usdFromNanos(sumUsd(rows.flatMap(read)));
  const sums = [
    sum(({ amountDue }) => [amountDue]),
    sum(({ paid, writtenOff }) => [paid, writtenOff]),
    sum(({ open }) => [open]),
  ];
  return (
    <tr className="font-medium">
      <th scope="row" colSpan={columnsBefore} className="px-4 py-2 text-left font-medium">
        Total
      </th>
      {sums.map((usd, index) => (
        <td key={heads[index + 2]} className="px-4 py-2 text-right whitespace-nowrap">
          <Amount usd={usd} />
        </td>
      ))}
      <td colSpan={2} />
    </tr>
  );
}

function Head({ children, isText = false }: { children: string; isText?: boolean }) {
  return (
    <th scope="col" className={`px-4 py-2 font-medium whitespace-nowrap ${isText ? 'text-left' : 'text-right'}`}>
      {children}
    </th>
  );
}
