import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import { useMemo } from 'react';
import type { SessionUser } from '#api/contract.ts';
import { catalogueFor, dimensionOf, type ReportBody, type ReportRow } from '#reports/index.ts';
import { messageOf } from '../../lib/problems.ts';
import { exactValue, formatShort } from '../../reporting/formatValue.ts';
import { useObjectLinks, type ShowObject } from '../../reporting/useObjectLinks.tsx';
import { reportOf } from '../../reporting/reportLink.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useReport } from '../../reporting/useReport.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { rankFor, topMetricsFor } from './dashboardMetrics.ts';

interface TopTableProps {
  user: SessionUser;
  dimension: 'account' | 'channel' | 'tag';
  base: Pick<ReportBody, 'startDate' | 'endDate' | 'offset' | 'filters'>;
  refreshMs: number;
  /** Rows of several accounts are told apart by the account's name. */
  isOfManyAccounts: boolean;
}

const titles = { account: 'Top accounts today', channel: 'Top channels today', tag: 'Top tags today' };
const mostRows = 10;

/** The largest objects of today; each leads to itself and to its report. */
export function TopTable({ user, dimension, base, refreshMs, isOfManyAccounts }: TopTableProps) {
  const { role } = user;
  const rank = rankFor(role);
  const report = useReport(
    {
      ...base,
      dimensions: isOfManyAccounts && dimension !== 'account' ? [dimension, 'account'] : [dimension],
      metrics: topMetricsFor(role),
      sort: [{ key: rank, dir: 'desc' }],
      limit: mostRows,
      hideZero: true,
    },
    { refreshMs },
  );
  const isLoading = useDelayed(report.isPending);
  const showObject = useObjectLinks(role, [dimensionOf(dimension).entity]);
  const columns = useMemo(() => columnsFor(user, dimension, showObject), [user, dimension, showObject]);
  return (
    <Card
      title={titles[dimension]}
      padding="none"
      actions={
        <Link
          to="/report"
          search={{ range: 'today', dims: dimension }}
          className="rounded-xs text-xs text-muted hover:text-ink"
        >
          Full report
        </Link>
      }
    >
      {report.isError && !report.data ? (
        <ErrorState text={messageOf(report.error)} onRetry={() => void report.refetch()} retrying={report.isFetching} />
      ) : (
        <DataTable
          label={titles[dimension]}
          columns={columns}
          rows={report.data?.rows ?? []}
          rowId={(row) => `${row[dimension]} ${row['account'] ?? ''}`}
          loading={isLoading}
          skeletonRows={mostRows}
          empty={
            report.isPending ? null : (
              <EmptyState title="No traffic yet today" text="Rows appear with the first request." />
            )
          }
          className="rounded-b-lg"
        />
      )}
    </Card>
  );
}

function columnsFor(
  user: SessionUser,
  dimension: TopTableProps['dimension'],
  showObject: ShowObject,
): Column<ReportRow>[] {
  const { role } = user;
  const { label, entity } = dimensionOf(dimension);
  const nameOf = (row: ReportRow) =>
    String(row[`${dimension}_name`] ?? (row[dimension] === 0 ? 'None' : `#${row[dimension]}`));
  const keys = topMetricsFor(role);
  const metrics = catalogueFor(user).metrics.filter(({ key }) => keys.includes(key));
  return [
    {
      id: dimension,
      header: label,
      width: 110,
      grow: true,
      cell: (row) => {
        const account = dimension === 'account' ? null : row['account_name'];
        return (
          <>
            {showObject(entity, Number(row[dimension]), nameOf(row))}
            {account ? <span className="cell-muted"> · {account}</span> : null}
          </>
        );
      },
    },
    ...metrics.map(({ key, label, definition, unit }): Column<ReportRow> => ({
      id: key,
      header: label,
      hint: definition,
      align: 'end',
      width: Math.max(unit === 'ratio' ? 72 : 80, label.length * 6 + 24),
      cell: (row) => formatShort(row[key], unit),
      title: (row) => exactValue(row[key], unit),
    })),
    {
      id: 'report',
      header: 'Report',
      align: 'center',
      width: 60,
      cell: (row) => (
        <Link
          to="/report"
          search={reportOf(
            { dim: dimension, op: 'in', values: [Number(row[dimension])] },
            { range: 'today', dims: 'hour' },
          )}
          className="cell-button"
          aria-label={`Report of ${nameOf(row)}`}
          title={`Report of ${nameOf(row)}`}
        >
          <ChartNoAxesColumn aria-hidden />
        </Link>
      ),
    },
  ];
}
