import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useMemo } from 'react';
import { columnsOf, dayAt, normalizeReport, reportCsv, viewerOf, zoneLabel, type ReportBody } from '#reports/index.ts';
import { useUser } from '../../frame/session.ts';
import { messageOf } from '../../lib/problems.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useNow } from '../../reporting/useNow.ts';
import { useReport } from '../../reporting/useReport.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { downloadText } from '../report/downloadText.ts';
import { sortRows } from '../report/reportColumns.ts';
import { FinanceTable } from './FinanceTable.tsx';
import { addMonths, daysOf, monthLabel, readMonth } from './monthOf.ts';

const metrics = ['reqs', 'imps', 'rev', 'cost', 'systemCost', 'profit', 'margin'];
/** Months on offer: as long as a report may reach back, with room. */
const monthsBack = 24;

/** The money of every demand account in one month. */
export function FinancePage() {
  const user = useUser();
  const navigate = useNavigate();
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const today = dayAt(useNow(60_000), user.timezone);
  const current = today.slice(0, 7);
  const month = readMonth(raw['month'], current);
  const days = daysOf(month, today);
  const viewer = useMemo(() => viewerOf(user), [user]);
  const body: ReportBody = {
    startDate: days.from,
    endDate: days.to,
    offset: user.timezone,
    dimensions: ['account'],
    metrics,
    sort: [{ key: 'rev', dir: 'desc' }],
    limit: 100_000,
  };
  const report = useReport(body);
  const asked = report.data?.body ?? body;
  const shown = useMemo(() => {
    const normalized = normalizeReport(asked, viewer);
    if (!normalized.ok) throw new Error(normalized.faults.map(({ message }) => message).join('. '));
    return { request: normalized.request, columns: columnsOf(normalized.request, viewer) };
  }, [asked, viewer]);
  const sortText = typeof raw['sort'] === 'string' ? raw['sort'] : '-rev';
  const key = sortText.replace(/^-/, '');
  const dir = sortText.startsWith('-') ? 'desc' : 'asc';
  const rows = useMemo(
    () => sortRows(report.data?.rows ?? [], shown.columns, { key, dir }),
    [report.data, shown.columns, key, dir],
  );
  const isLoading = useDelayed(report.isPending);
  const change = (part: { month?: string; sort?: string }) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => {
        const next = { ...before, ...part };
        return {
          ...next,
          month: next['month'] === current ? undefined : next['month'],
          sort: next['sort'] === '-rev' ? undefined : next['sort'],
        };
      },
      resetScroll: false,
    });
  const offered = Array.from({ length: monthsBack }, (_, index) => addMonths(current, -index));

  return (
    <main className="flex h-full min-h-0 flex-col bg-surface">
      <div className="flex items-center gap-3 px-6 pt-5 pb-4">
        <h1 className="text-xl font-semibold tracking-tight">Financial Report</h1>
        <span className="tnum text-xs text-muted">
          {days.from} – {days.to}, {zoneLabel(user.timezone)}
        </span>
        {report.isFetching ? <Spinner size="sm" label="Loading" className="text-muted" /> : null}
        <div className="ml-auto flex items-center gap-2">
          <IconButton
            label="Previous month"
            variant="secondary"
            icon={<ChevronLeft />}
            onClick={() => change({ month: addMonths(month, -1) })}
          />
          <Select
            aria-label="Month"
            className="w-44"
            options={(offered.includes(month) ? offered : [...offered, month]).map((each) => ({
              value: each,
              label: monthLabel(each),
            }))}
            value={month}
            onChange={(next) => change({ month: next })}
          />
          <IconButton
            label="Next month"
            variant="secondary"
            icon={<ChevronRight />}
            disabled={month >= current}
            onClick={() => change({ month: addMonths(month, 1) })}
          />
          <Button
            icon={<Download aria-hidden />}
            disabled={!report.data || report.isPlaceholderData}
            onClick={() => {
              if (!report.data) return;
              const csv = reportCsv(shown.request, shown.columns, rows, report.data.totals);
              downloadText(`finance-${month}.csv`, 'text/csv;charset=utf-8', csv);
            }}
          >
            Export CSV
          </Button>
        </div>
      </div>
      <FinanceTable
        columns={shown.columns}
        rows={rows}
        totals={report.data?.totals ?? null}
        sort={{ id: key, direction: dir }}
        onSort={({ id, direction }) => change({ sort: `${direction === 'desc' ? '-' : ''}${id}` })}
        from={days.from}
        to={days.to}
        role={user.role}
        isLoading={isLoading}
        isStale={report.isPlaceholderData}
        empty={
          report.isPending ? null : report.isError && !report.data ? (
            <ErrorState
              title="Error on load data"
              text={messageOf(report.error)}
              onRetry={() => void report.refetch()}
              retrying={report.isFetching}
            />
          ) : (
            <EmptyState
              title={`No traffic in ${monthLabel(month)}`}
              text="No account had a request or an impression in this month."
              action={<Button onClick={() => change({ month: addMonths(month, -1) })}>Show the month before</Button>}
            />
          )
        }
      />
      <p className="border-t px-6 py-1.5 text-xs text-muted">
        In USD. Accounts without any traffic in the month have no row.
      </p>
    </main>
  );
}
