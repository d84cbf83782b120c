import { useMemo } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { nanosFromUsd, usdFromNanos } from '#model/index.ts';
import {
  addDays,
  reportFieldsFor,
  dimensionOf,
  type Day,
  type ReportBody,
  type ReportFieldMetric,
  type ReportRow,
} from '#reports/index.ts';
import { exactValue, formatShort, formatValue } from '#reports/result/formatValue.ts';
import { useObjectLinks, type ShowObject } from '../../reports/useObjectLinks.tsx';
import { useReport } from '../../reports/useReport.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type Column } from '../../ui/table/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { cx } from '../../ui/cx.ts';
import { hourText } from '#reports/tiles/compareDays.ts';
import type { TopSide } from './topSides.ts';
import { excludeUnassigned } from './excludeUnassigned.ts';
import { rankFor } from './dashboardMetrics.ts';

interface MoversProps {
  user: SessionUser;
  dimension: TopSide['movers'];
  base: Pick<ReportBody, 'offset' | 'filters'>;
  today: Day;
  /** The current hour. */
  hour: number;
  refreshMs: number;
}

const maxRows = 5;

/** The largest increases and decreases in money, or in impressions where money is hidden: today's full hours against the same hours of yesterday. */
export function Movers({ user, dimension, base, today, hour, refreshMs }: MoversProps) {
  const rank = rankFor(user);
  const key = `${rank}.diff` as const;
  // In the first hour of a day, the previous day is shown.
  const day = hour === 0 ? addDays(today, -1) : today;
  const question: ReportBody = {
    ...base,
    filters: [...(base.filters ?? []), excludeUnassigned(dimension)],
    startDate: day,
    endDate: day,
    ...(hour === 0 ? {} : { endTime: hourText(hour) }),
    dimensions: [dimension],
    metrics: [rank],
    compare: { to: 'previous' },
    limit: maxRows,
  };
  const risen = useReport(
    { ...question, sort: [{ key, dir: 'desc' }], having: [{ metric: key, op: 'gt', value: 0 }] },
    { refreshMs },
  );
  const fallen = useReport(
    { ...question, sort: [{ key, dir: 'asc' }], having: [{ metric: key, op: 'lt', value: 0 }] },
    { refreshMs },
  );
  const isLoading = useDelayed(risen.isPending || fallen.isPending);
  const showObject = useObjectLinks(user, [dimension]);
  const columns = useMemo(() => columnsFor(user, dimension, showObject), [user, dimension, showObject]);
  const title = `${dimensionOf(dimension).label}s with the largest changes`;
  const rows = [...(risen.data?.rows ?? []), ...(fallen.data?.rows ?? []).toReversed()];
  const hours = hour === 0 ? 'Yesterday vs the day before' : `Up to ${hourText(hour)}, vs yesterday`;
  return (
    <Card title={title} description={hours} padding="none">
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={(row) => String(row[dimension])}
        loading={isLoading}
        skeletonRows={maxRows}
        empty={
          risen.isPending || fallen.isPending ? null : (
            <EmptyState title="No changes" text="Rows appear once there are two days to compare." />
          )
        }
        className="rounded-b-lg"
      />
    </Card>
  );
}

function columnsFor(
  user: SessionUser,
  dimension: MoversProps['dimension'],
  showObject: ShowObject,
): Column<ReportRow>[] {
  const rank = rankFor(user);
  const metric = reportFieldsFor(user).metrics.find(({ key }) => key === rank);
  const label = metric?.label ?? rank;
  const unit = metric?.unit ?? 'usd';
  return [
    {
      id: dimension,
      header: dimensionOf(dimension).label,
      width: 110,
      grow: true,
      cell: (row) =>
        showObject(dimension, Number(row[dimension]), String(row[`${dimension}_name`] ?? `#${row[dimension]}`)),
    },
    {
      id: 'before',
      header: 'Before',
      align: 'end',
      width: 90,
      cell: (row) => formatShort(row[`${rank}.before`], unit),
      title: (row) => exactValue(row[`${rank}.before`], unit),
    },
    {
      id: 'now',
      header: label,
      ...(metric ? { hint: metric.definition } : {}),
      align: 'end',
      width: 90,
      cell: (row) => formatShort(row[rank], unit),
      title: (row) => exactValue(row[rank], unit),
    },
    {
      id: 'change',
      header: 'Change',
      align: 'end',
      width: 150,
      cell: (row) => <Change row={row} rank={rank} unit={unit} isRiseGood={user.role !== 'adv'} />,
    },
  ];
}

/** The difference with its sign, and as a share of the previous value. */
function Change({
  row,
  rank,
  unit,
  isRiseGood,
}: {
  row: ReportRow;
  rank: string;
  unit: ReportFieldMetric['unit'];
  isRiseGood: boolean;
}) {
  const difference = nanosFromUsd(String(row[rank] ?? '0')) - nanosFromUsd(String(row[`${rank}.before`] ?? '0'));
  const isRise = difference > 0n;
  const magnitude = usdFromNanos(isRise ? difference : -difference);
  const change = row[`${rank}.change`];
  const tone = !isRiseGood ? 'text-ink' : isRise ? 'text-good' : 'text-bad';
  return (
    <span className={cx('tnum', tone)}>
      {isRise ? '+' : '−'}
      {formatShort(unit === 'usd' ? magnitude : Number(magnitude), unit)}
      <span className="ml-2 text-muted">
        {typeof change === 'number' ? formatValue(Math.abs(change), 'ratio') : 'new'}
      </span>
    </span>
  );
}
