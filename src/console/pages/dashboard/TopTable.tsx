import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import { useMemo } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import {
  reportFieldsFor,
  dimensionOf,
  dimensionText,
  type DimensionKey,
  type KeyedDimension,
  type ReportBody,
  type ReportFilter,
  type ReportRow,
} from '#reports/index.ts';
import { exactValue, formatShort } from '#reports/result/formatValue.ts';
import { useObjectLinks, type ShowObject } from '../../reports/useObjectLinks.tsx';
import { reportOf } from '../../reports/reportLink.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { useReport } from '../../reports/useReport.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type Column } from '../../ui/table/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import type { Mode } from '../../frame/navigation/modes.ts';
import { rankFor, topMetricsFor } from './dashboardMetrics.ts';
import { excludeUnassigned } from './excludeUnassigned.ts';

interface TopTableProps {
  user: SessionUser;
  mode: Mode;
  /** Dimensions to choose from; the first is the default. */
  dimensions: readonly DimensionKey[];
  /** The choice in the URL. */
  chosen: unknown;
  onChoose: (dimension: DimensionKey) => void;
  base: Pick<ReportBody, 'startDate' | 'endDate' | 'offset' | 'filters'>;
  refreshMs: number;
  /** Whether rows may belong to several accounts and need the account's name. */
  isOfManyAccounts: boolean;
}

const maxRows = 10;

/** The top objects of today, each with links to itself and to its report. */
export function TopTable(props: TopTableProps) {
  const { user, mode, dimensions, chosen, onChoose, base, refreshMs, isOfManyAccounts } = props;
  const rank = rankFor(user);
  const dimension = dimensions.find((key) => key === chosen) ?? dimensions[0] ?? 'channel';
  const title = `Top ${labelOf(dimension)} today`;
  const report = useReport(
    {
      ...base,
      filters: [...(base.filters ?? []), ...(isBuyingDimension(dimension) ? [excludeUnassigned(dimension)] : [])],
      dimensions: isOfManyAccounts && isNamed(dimension) ? [dimension, 'account'] : [dimension],
      metrics: topMetricsFor(user, mode, dimension),
      sort: [{ key: rank, dir: 'desc' }],
      limit: maxRows,
      hideZero: true,
    },
    { refreshMs },
  );
  const isLoading = useDelayed(report.isPending);
  const showObject = useObjectLinks(user, [dimensionOf(dimension).entity]);
  const columns = useMemo(() => columnsFor(user, mode, dimension, showObject), [user, mode, dimension, showObject]);
  return (
    <Card
      title={title}
      padding="none"
      actions={
        <>
          {dimensions.length > 1 ? (
            <Select
              aria-label="List by"
              size="sm"
              className="w-40"
              options={dimensions.map((key) => ({ value: key, label: dimensionOf(key).label }))}
              value={dimension}
              onChange={onChoose}
            />
          ) : null}
          <Link
            to="/report"
            search={{ range: 'today', dims: dimension }}
            className="rounded-xs text-xs text-muted hover:text-ink"
          >
            Full report
          </Link>
        </>
      }
    >
      {report.isError && !report.data ? (
        <LoadError query={report} />
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={report.data?.rows ?? []}
          rowId={(row) => `${row[dimension]} ${row['account'] ?? ''}`}
          loading={isLoading}
          skeletonRows={maxRows}
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

/** The filter for the value of a row. */
function filterOf({ key, kind }: KeyedDimension, value: string | number | null | undefined): ReportFilter {
  return kind === 'text'
    ? { dim: key, op: 'in', values: [String(value ?? '')] }
    : { dim: key, op: 'in', values: [Number(value)] };
}

/** Plural name of a dimension's rows: “sub-publishers”. */
function labelOf(key: DimensionKey): string {
  const label = dimensionOf(key).label.toLowerCase();
  return label.endsWith('y') ? `${label.slice(0, -1)}ies` : `${label}s`;
}

/** Whether impressions are bought through either a tag or a campaign, so that each leaves the other empty. */
function isBuyingDimension(key: DimensionKey): boolean {
  return key === 'tag' || key === 'campaign';
}

/** Whether rows belong to an account, whose name distinguishes them. */
function isNamed(key: DimensionKey): boolean {
  return key !== 'account' && dimensionOf(key).kind === 'id';
}

function columnsFor(user: SessionUser, mode: Mode, key: DimensionKey, showObject: ShowObject): Column<ReportRow>[] {
  const dimension = dimensionOf(key);
  const { label, entity } = dimension;
  const nameOf = (row: ReportRow) => dimensionText(row, dimension);
  const keys = topMetricsFor(user, mode, key);
  const metrics = reportFieldsFor(user).metrics.filter(({ key }) => keys.includes(key));
  return [
    {
      id: key,
      header: label,
      width: 200,
      grow: true,
      cell: (row) => {
        const account = key === 'account' ? null : row['account_name'];
        return (
          <>
            {showObject(entity, Number(row[key]) || 0, nameOf(row))}
            {account ? <span className="cell-muted"> · {account}</span> : null}
          </>
        );
      },
    },
    ...metrics.map(({ key: metric, label, definition, unit }): Column<ReportRow> => ({
      id: metric,
      header: label,
      hint: definition,
      align: 'end',
      width: Math.max(unit === 'ratio' ? 72 : 80, label.length * 7 + 24),
      cell: (row) => formatShort(row[metric], unit),
      title: (row) => exactValue(row[metric], unit),
    })),
    {
      id: 'report',
      header: 'Report',
      align: 'center',
      width: 60,
      cell: (row) => (
        <Link
          to="/report"
          search={reportOf(filterOf(dimension, row[key]), { range: 'today', dims: 'hour' })}
          className="cell-button"
          aria-label={`Report for ${nameOf(row)}`}
          title={`Report for ${nameOf(row)}`}
        >
          <ChartNoAxesColumn aria-hidden />
        </Link>
      ),
    },
  ];
}
