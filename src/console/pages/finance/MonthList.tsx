import { Download, FileSpreadsheet, Lock, Settings2 } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { FinanceMonth, FinanceRow } from '#api/finance/monthContract.ts';
import { addMonths, daysOf, monthAt, monthLabel } from '#model/finance/index.ts';
import { nanosFromUsd, usdFromNanos } from '#model/index.ts';
import { addressOf } from '../../lib/api.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Amount } from './Amount.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import { FinanceNotice } from './FinanceNotice.tsx';
import { countColumns, monthColumns, moneyOf, sortMonthRows } from './monthColumns.tsx';
import { MonthSwitch } from './MonthSwitch.tsx';
import { timeOf } from './timeOf.ts';
import { useFinanceSearch, useMonth } from './useFinance.ts';

/** The month of all accounts: one row per account under the totals, each linked to its month. */
export function MonthList() {
  const { search, change, now } = useFinanceSearch();
  const { month } = search;
  const [isClosing, setClosing] = useState(false);
  const query = useMonth(month);
  const isLoading = useDelayed(query.isPending);
  const key = search.sort.replace(/^-/, '');
  const direction = search.sort.startsWith('-') ? 'desc' : 'asc';
  const shown = query.data;
  const rows = useMemo(() => sortMonthRows(shown?.rows ?? [], key, direction), [shown, key, direction]);
  const columns = useMemo(() => monthColumns(shown?.month ?? month), [shown, month]);
  const days = daysOf(month);
  const openCount = rows.filter(({ state }) => state === 'draft').length;

  return (
    <main className="flex h-full min-h-0 flex-col bg-surface">
      <div className="flex flex-wrap items-center gap-3 px-6 pt-5 pb-4">
        <h1 className="text-xl font-semibold tracking-tight">Financial Report</h1>
        <span className="tnum text-xs text-muted">
          {days.from} – {days.to}, UTC
        </span>
        {query.isFetching ? <Spinner size="sm" label="Loading" className="text-muted" /> : null}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <MonthSwitch month={month} current={monthAt(now)} onChange={(next) => change({ month: next })} />
          <a
            href={addressOf('/api/finance/months/{month}/statements.csv', { params: { month } })}
            download
            className={buttonClass('secondary', 'md')}
          >
            <Download aria-hidden />
            Export CSV
          </a>
          <a
            href={addressOf('/api/finance/months/{month}/statements.xlsx', { params: { month } })}
            download
            className={buttonClass('secondary', 'md')}
          >
            <FileSpreadsheet aria-hidden />
            XLSX
          </a>
          <Button icon={<Settings2 aria-hidden />} onClick={() => change({ isSettings: true })}>
            Invoice settings
          </Button>
          <Button
            variant="primary"
            icon={<Lock aria-hidden />}
            disabled={!shown?.isOver || openCount === 0 || query.isPlaceholderData}
            title={shown && !shown.isOver ? 'You can close a month after it has ended' : undefined}
            onClick={() => setClosing(true)}
          >
            Close month
          </Button>
        </div>
      </div>
      <FinanceNotice className="px-6 pb-3" />
      <DataTable
        label="Financial report"
        columns={columns}
        rows={rows}
        rowId={({ demandId }) => demandId}
        sort={{ id: key, direction }}
        onSort={(sort) => change({ sort: `${sort.direction === 'desc' ? '-' : ''}${sort.id}` })}
        totals={rows.length === 0 ? null : totalsOf(rows)}
        loading={isLoading}
        stale={query.isPlaceholderData}
        empty={
          query.isPending ? null : query.isError && !shown ? (
            <LoadError title="Error on load data" query={query} />
          ) : (
            <EmptyState
              title={`No traffic in ${monthLabel(month)}`}
              text="No account had requests or impressions in this month."
              action={
                <Button onClick={() => change({ month: addMonths(month, -1) })}>
                  Show {monthLabel(addMonths(month, -1))}
                </Button>
              }
            />
          )
        }
        className="min-h-0 flex-1 border-t"
      />
      <p className="border-t px-6 py-1.5 text-xs text-muted">{footerOf(shown)}</p>
      {isClosing && shown ? <CloseDialog month={shown} onClose={() => setClosing(false)} /> : null}
    </main>
  );
}

function footerOf(month: FinanceMonth | undefined): string {
  const base = 'UTC month, amounts in USD. Accounts without activity are not listed.';
  if (!month) return base;
  if (!month.isOver) return `${base} The month has not ended yet.`;
  return month.isLateOver
    ? base
    : `${base} Events for ads served in this month can still arrive until ${timeOf(month.lateUntil)} UTC.`;
}

function totalsOf(rows: readonly FinanceRow[]) {
  const cells: Record<string, ReactNode> = { name: 'All accounts' };
  for (const id of countColumns) {
    cells[id] = rows.reduce((sum, { statement }) => sum + statement[id], 0).toLocaleString('en-US');
  }
  for (const [id, read] of Object.entries(moneyOf)) {
    cells[id] = <Amount usd={usdFromNanos(rows.reduce((sum, row) => sum + nanosFromUsd(read(row)), 0n))} />;
  }
  return cells;
}
