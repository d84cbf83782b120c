import { Download, LayoutTemplate, SlidersHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import type { SessionUser } from '#api/contract.ts';
import {
  catalogueFor,
  reportLimits,
  zoneLabel,
  type Day,
  type DimensionKey,
  type MetricKey,
  type ReportPlan,
  type ReportRequest,
  type ReportRow,
} from '#reports/index.ts';
import { Button } from '../../ui/Button.tsx';
import { DateRangePicker } from '../../ui/DateRangePicker.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { RangePreset } from '../../ui/dateRange.ts';
import { downloadText } from './downloadText.ts';
import { FilterBar } from './FilterBar.tsx';
import { KeyPicker } from './KeyPicker.tsx';
import { presetsFor } from './presets.ts';
import type { ReportColumn } from './reportColumns.ts';
import { csvName, reportCsv } from './reportCsv.ts';
import { rowLimits, type ReportSearch } from './reportSearch.ts';
import { couldShow } from './resolveReport.ts';

interface ReportToolbarProps {
  user: SessionUser;
  search: ReportSearch;
  plan: ReportPlan;
  today: Day;
  nameOf: (dim: string, value: string) => string;
  onChange: (part: Partial<ReportSearch>) => void;
  /** The answer on screen; null before the first. */
  exported: {
    request: ReportRequest;
    columns: readonly ReportColumn[];
    rows: readonly ReportRow[];
    totals: ReportRow;
  } | null;
  isBusy: boolean;
}

const ranges: readonly RangePreset[] = [
  'today',
  'yesterday',
  'last7',
  'last14',
  'last30',
  'weekToDate',
  'lastWeek',
  'monthToDate',
  'lastMonth',
  'quarterToDate',
];

/** The head of the report page: title, days, presets, dimensions, metrics, filters, options and export. */
export function ReportToolbar({ user, search, plan, today, nameOf, onChange, exported, isBusy }: ReportToolbarProps) {
  const catalogue = useMemo(() => catalogueFor(user.role), [user.role]);
  const { range, dims, metrics, filters, limit, hideZero } = search;
  const days = { startDate: range.from, endDate: range.to, offset: user.timezone };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <h1 className="text-xl font-semibold tracking-tight">Report</h1>
        {isBusy ? <Spinner size="sm" label="Running" className="text-muted" /> : null}
        <div className="ml-auto flex items-center gap-2">
          <Menu
            label="Presets"
            trigger={<Button icon={<LayoutTemplate aria-hidden />}>Presets</Button>}
            items={presetsFor(user.role).map((preset) => ({
              id: preset.label,
              label: preset.label,
              onSelect: () => onChange({ dims: preset.dims, metrics: preset.metrics, sort: null, chart: null }),
            }))}
          />
          <DateRangePicker
            value={range}
            onChange={(next) => onChange({ range: next })}
            today={today}
            zone={zoneLabel(user.timezone)}
            presets={ranges}
          />
          <Button
            icon={<Download aria-hidden />}
            disabled={!exported}
            onClick={() => {
              if (!exported) return;
              const { request, columns, rows, totals } = exported;
              downloadText(csvName(request), 'text/csv;charset=utf-8', reportCsv(request, columns, rows, totals));
            }}
          >
            Export CSV
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <KeyPicker
          label="Dimensions"
          items={catalogue.dimensions}
          chosen={dims}
          onChange={(keys) => onChange({ dims: keys as DimensionKey[] })}
          least={0}
          most={reportLimits.dimensions}
        />
        <KeyPicker
          label="Metrics"
          items={catalogue.metrics.map((metric) => ({
            ...metric,
            why: couldShow(metric.key, plan) ? undefined : 'Not known beside the dimensions and filters chosen.',
          }))}
          chosen={metrics}
          onChange={(keys) => onChange({ metrics: inOrder(keys, catalogue.metrics) })}
          least={1}
          most={50}
        />
        <FilterBar
          role={user.role}
          filters={filters}
          onChange={(next) => onChange({ filters: next })}
          nameOf={nameOf}
          days={days}
        />
        <Menu
          label="Options"
          trigger={
            <Button variant="ghost" className="ml-auto" icon={<SlidersHorizontal aria-hidden />}>
              Options
            </Button>
          }
          items={[
            {
              kind: 'check',
              id: 'zero',
              label: 'Hide rows of zeros',
              checked: hideZero,
              onChange: (isHidden) => onChange({ hideZero: isHidden }),
            },
            { kind: 'separator', id: 'line' },
            { kind: 'heading', id: 'limit-head', label: 'At most' },
            {
              kind: 'radio',
              id: 'limit',
              label: 'At most',
              value: String(limit),
              options: rowLimits.map((each) => ({
                value: String(each),
                label: `${each.toLocaleString('en-US')} rows`,
              })),
              onChange: (value) => onChange({ limit: Number(value) }),
            },
          ]}
        />
      </div>
    </div>
  );
}

/** Metrics keep the order of the catalogue, however they were picked. */
function inOrder(keys: readonly string[], all: readonly { key: MetricKey }[]): MetricKey[] {
  return all.map(({ key }) => key).filter((key) => keys.includes(key));
}
