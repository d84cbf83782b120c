import { Bookmark, Download, LayoutTemplate, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { SessionUser } from '#api/contract.ts';
import {
  catalogueFor,
  csvName,
  reportCsv,
  reportLimits,
  reportRanges,
  zoneLabel,
  type Day,
  type DimensionKey,
  type MetricKey,
  type ReportBody,
  type ReportColumn,
  type ReportPlan,
  type ReportRequest,
  type ReportRow,
} from '#reports/index.ts';
import { loadChunk } from '../../frame/chunkReload.ts';
import { Button } from '../../ui/Button.tsx';
import { DateRangePicker } from '../../ui/DateRangePicker.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { downloadText } from './downloadText.ts';
import { FilterBar } from './FilterBar.tsx';
import { KeyPicker } from './KeyPicker.tsx';
import type { ReportKind } from './reportKind.ts';
import { rowLimits, type ReportSearch } from './reportSearch.ts';
import { couldShow } from './resolveReport.ts';

const SaveReportDialog = lazy(() =>
  loadChunk(() => import('./SaveReportDialog.tsx').then((module) => ({ default: module.SaveReportDialog }))),
);

interface ReportToolbarProps {
  user: SessionUser;
  kind: ReportKind;
  search: ReportSearch;
  /** The question as the server gets it, and how it is answered. */
  body: ReportBody;
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

/** The head of a report page: title, days, presets, dimensions, metrics, filters, options, saving and export. */
export function ReportToolbar({
  user,
  kind,
  search,
  body,
  plan,
  today,
  nameOf,
  onChange,
  exported,
  isBusy,
}: ReportToolbarProps) {
  const catalogue = useMemo(() => catalogueFor(user), [user]);
  const { range, dims, metrics, filters, limit, hideZero, hideErrors, isChartShown } = search;
  const title = search.title ?? kind.title;
  const [isSaving, setSaving] = useState(false);
  const days = { startDate: range.from, endDate: range.to, offset: user.timezone };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <h1 className="min-w-0 truncate text-xl font-semibold tracking-tight" title={title}>
          <bdi>{title}</bdi>
        </h1>
        {isBusy ? <Spinner size="sm" label="Running" className="text-muted" /> : null}
        <div className="ml-auto flex shrink-0 items-center gap-2">
          <Menu
            label="Presets"
            trigger={<Button icon={<LayoutTemplate aria-hidden />}>Presets</Button>}
            items={kind.presetsFor(user).map((preset) => ({
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
            presets={reportRanges}
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
          <Button icon={<Bookmark aria-hidden />} onClick={() => setSaving(true)}>
            Save
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
          rights={user}
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
            {
              kind: 'check',
              id: 'errors',
              label: 'Hide errors: their columns, and rows of failures',
              checked: hideErrors,
              onChange: (isHidden) => onChange({ hideErrors: isHidden }),
            },
            {
              kind: 'check',
              id: 'chart',
              label: 'Show the chart',
              checked: isChartShown,
              onChange: (isShown) => onChange({ isChartShown: isShown }),
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
      {isSaving ? (
        <Suspense>
          <SaveReportDialog
            kind={kind}
            name={search.title ?? ''}
            request={{ ...body, ...(range.preset === 'custom' ? {} : { range: range.preset }) }}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Metrics keep the order of the catalogue, however they were picked. */
function inOrder(keys: readonly string[], all: readonly { key: MetricKey }[]): MetricKey[] {
  return all.map(({ key }) => key).filter((key) => keys.includes(key));
}
