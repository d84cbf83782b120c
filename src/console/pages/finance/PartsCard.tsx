import { Link } from '@tanstack/react-router';
import { ChartNoAxesColumn, Download, FileSpreadsheet } from 'lucide-react';
import { useMemo } from 'react';
import { daysOf, type Month, type PartKind, partKinds, type StatementPart, sumUsd } from '#model/finance/index.ts';
import { usdFromNanos } from '#model/index.ts';
import { addressOf } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { exactValue } from '#reports/result/formatValue.ts';
import { usdText } from '#model/money/usdText.ts';
import { type ReportLink, writeFilter } from '../../reports/reportLink.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type Column } from '../../ui/table/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Amount } from './Amount.tsx';
import { useParts } from './useFinance.ts';

const partLabels: Record<PartKind, { label: string; none: string }> = {
  day: { label: 'Day', none: 'No day' },
  channel: { label: 'Channel', none: 'No channel' },
  tag: { label: 'Tag', none: 'No tag (ad exchanges, campaigns, request fees)' },
  advertiser: { label: 'Advertiser', none: 'No advertiser (ad exchanges, request fees)' },
  adexchange: { label: 'Ad exchange', none: 'No ad exchange (advertisers, request fees)' },
  subpublisher: { label: 'Sub-publisher', none: 'No sub-publisher' },
  supplier: { label: 'Supplier', none: 'No supplier (channels)' },
};

const amounts = [
  {
    id: 'rev',
    header: 'Revenue',
    hint: 'Gross revenue. For advertisers and ad exchanges, the amount they owe the account.',
  },
  { id: 'revM', header: 'Marketplace', hint: 'Revenue earned through marketplaces.' },
  { id: 'dspShare', header: 'DSP share', hint: 'The operator’s share of marketplace revenue.' },
  {
    id: 'cost',
    header: 'Supply cost',
    hint: 'Cost of supply. For sub-publishers and suppliers, the amount payable to them.',
  },
  { id: 'systemCost', header: 'System cost', hint: 'All fees, as recorded.' },
] as const;

/** The month in parts, which add up to the statement. Each links to its report. */
export function PartsCard({
  id,
  month,
  by,
  onBy,
}: {
  id: number;
  month: Month;
  by: PartKind;
  onBy: (by: PartKind) => void;
}) {
  const query = useParts(month, id, by);
  const file = { params: { month, id }, query: { by } };
  const shown = query.data;
  const columns = useMemo(
    () => columnsOf(shown?.by ?? by, { month, id, hasLate: (shown?.rows ?? []).some(isLate) }),
    [shown, by, month, id],
  );
  const rows = shown?.rows ?? [];
  return (
    <Card
      title="Breakdown"
      description={shown?.isFrozen ? 'As stored when the month was closed.' : 'Current figures.'}
      padding="none"
      actions={
        <>
          <SegmentedControl
            label="Breakdown by"
            options={partKinds.map((value) => ({ value, label: partLabels[value].label }))}
            value={by}
            onChange={onBy}
          />
          <a
            href={addressOf('/api/finance/months/{month}/accounts/{id}/parts.csv', file)}
            download
            className={buttonClass('secondary', 'sm')}
          >
            <Download aria-hidden />
            CSV<span className="sr-only"> of the breakdown</span>
          </a>
          <a
            href={addressOf('/api/finance/months/{month}/accounts/{id}/parts.xlsx', file)}
            download
            className={buttonClass('secondary', 'sm')}
          >
            <FileSpreadsheet aria-hidden />
            XLSX<span className="sr-only"> of the breakdown</span>
          </a>
        </>
      }
    >
      <DataTable
        label={`Breakdown by ${partLabels[by].label.toLowerCase()}`}
        columns={columns}
        rows={rows}
        rowId={({ key }) => key}
        totals={rows.length === 0 ? null : totalsOf(rows)}
        loading={query.isPending}
        skeletonRows={6}
        stale={query.isPlaceholderData}
        empty={
          query.isPending ? null : query.isError && !shown ? (
            <LoadError title="Error on load data" query={query} />
          ) : (
            <EmptyState title="No activity in this month" />
          )
        }
        className="max-h-[34rem]"
      />
    </Card>
  );
}

function isLate({ lateInvalid }: StatementPart): boolean {
  return lateInvalid !== undefined && lateInvalid.imps > 0;
}

function columnsOf(
  by: PartKind,
  { month, id, hasLate }: { month: Month; id: number; hasLate: boolean },
): Column<StatementPart>[] {
  const count = (key: 'reqs' | 'imps' | 'scanned', header: string): Column<StatementPart> => ({
    id: key,
    header,
    align: 'end',
    width: 108,
    cell: (part) => formatCount(part[key]),
  });
  return [
    {
      id: 'name',
      header: by === 'day' ? 'Day (UTC)' : partLabels[by].label,
      width: 200,
      grow: true,
      sticky: true,
      cell: ({ key, name }) => (key === '' ? <span className="cell-muted">{partLabels[by].none}</span> : name),
      title: ({ key, name }) => (key === '' ? partLabels[by].none : name),
    },
    count('reqs', 'Requests'),
    count('imps', 'Impressions'),
    count('scanned', 'Measured'),
    ...amounts.map(({ id: key, header, hint }): Column<StatementPart> => ({
      id: key,
      header,
      hint,
      align: 'end',
      width: 116,
      cell: (part) => usdText(part[key]),
      title: (part) => exactValue(part[key], 'usd'),
    })),
    ...(hasLate
      ? [
          {
            id: 'late',
            header: 'Late invalid',
            hint: 'Impressions that were found invalid later. Revenue and supply cost do not include them.',
            align: 'end',
            width: 116,
            cell: ({ lateInvalid }) => formatCount(lateInvalid?.imps ?? 0),
          } satisfies Column<StatementPart>,
        ]
      : []),
    {
      id: 'report',
      header: 'Report',
      align: 'center',
      width: 72,
      cell: ({ key, name }) =>
        key === '' ? null : (
          <Link
            to="/report"
            search={reportOfPart(by, key, month, id)}
            className="cell-button"
            aria-label={`Report for ${name}`}
            title={`Report for ${name}`}
          >
            <ChartNoAxesColumn aria-hidden />
          </Link>
        ),
    },
  ];
}

/** The report of a part: of a day by channel, of anything else by day. */
function reportOfPart(by: PartKind, key: string, month: Month, id: number): ReportLink {
  const account = writeFilter({ dim: 'account', op: 'in', values: [id] });
  if (by === 'day') return { from: key, to: key, dims: 'channel', f: [account] };
  const { from, to } = daysOf(month);
  return { from, to, dims: 'day', f: [account, writeFilter({ dim: by, op: 'in', values: [Number(key)] })] };
}

function totalsOf(rows: readonly StatementPart[]) {
  const count = (read: (part: StatementPart) => number) => formatCount(rows.reduce((sum, part) => sum + read(part), 0));
  return {
    name: 'Total',
    reqs: rows.some(({ reqs }) => reqs !== null) ? count(({ reqs }) => reqs ?? 0) : '–',
    imps: count(({ imps }) => imps),
    scanned: count(({ scanned }) => scanned),
    late: count(({ lateInvalid }) => lateInvalid?.imps ?? 0),
    ...Object.fromEntries(
      amounts.map(({ id }) => [id, <Amount key={id} usd={usdFromNanos(sumUsd(rows.map((part) => part[id])))} />]),
    ),
  };
}
