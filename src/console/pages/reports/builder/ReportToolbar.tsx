import { Bookmark, LayoutTemplate } from 'lucide-react';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { mayUse } from '#model/index.ts';
import { zoneLabel, type ReportBody, type ReportViewer } from '#reports/index.ts';
import { lazyChunk } from '../../../frame/errors/lazyChunk.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { ComparePicker } from './question/ComparePicker.tsx';
import { questionFaults } from './question/problemFields.ts';
import { QuestionBar } from './question/QuestionBar.tsx';
import { RangePicker } from './question/RangePicker.tsx';
import type { ReportKind } from './url/reportKind.ts';
import type { ReportSearch } from './url/reportSearch.ts';
import { viewOf } from './url/savedSearch.ts';
import { expectedRows, type ShownResult } from './result/shownResult.ts';

const ExportMenu = lazyChunk(() => import('./save/ExportMenu.tsx'), 'ExportMenu');
const SaveReportDialog = lazyChunk(() => import('./save/SaveReportDialog.tsx'), 'SaveReportDialog');

interface ReportToolbarProps {
  user: SessionUser;
  viewer: ReportViewer;
  kind: ReportKind;
  search: ReportSearch;
  /** The request as sent to the server. */
  body: ReportBody;
  /** The current minute, YYYY-MM-DD HH:MM in the time zone of the report. */
  now: string;
  /** Hours from UTC. */
  zone: number;
  nameOf: (dim: string, value: string) => string;
  onChange: (part: Partial<ReportSearch>) => void;
  /** Error of the last request; null when it succeeded. */
  error: unknown;
  /** The report on screen; null before the first response. */
  exported: ShownResult | null;
  isBusy: boolean;
  /** Cancels the running report. */
  onStop: () => void;
  /** Beside the other buttons. */
  actions: ReactNode;
}

/** The header of a report page: title, presets, date range, comparison, export and saving, with the query below. */
export function ReportToolbar(props: ReportToolbarProps) {
  const { user, viewer, kind, search, body, now, zone, nameOf, onChange, error, exported, isBusy, onStop, actions } =
    props;
  const { range } = search;
  const title = search.title ?? kind.title;
  const request = { ...body, ...(range.preset === 'custom' ? {} : { range: range.preset }) };
  const [isSaving, setSaving] = useState(false);
  const maySave = mayUse(user, 'savingReports');
  const faults = useMemo(() => questionFaults(error), [error]);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="min-w-0 truncate text-xl font-semibold tracking-tight" title={title}>
          <bdi>{title}</bdi>
        </h1>
        {isBusy ? (
          <span className="flex items-center gap-1">
            <Spinner size="sm" label="Running" className="text-muted" />
            <Button size="sm" variant="ghost" onClick={onStop}>
              Stop
            </Button>
          </span>
        ) : null}
        <div className="ml-auto flex shrink-0 flex-wrap items-center justify-end gap-2">
          {kind.Head ? <kind.Head user={user} search={search} onChange={onChange} /> : null}
          <Menu
            label="Presets"
            trigger={<Button icon={<LayoutTemplate aria-hidden />}>Presets</Button>}
            items={kind.presetsFor(user).map((preset) => ({
              id: preset.label,
              label: preset.label,
              onSelect: () => {
                const { dims, metrics, traffic = search.traffic } = preset;
                onChange({ dims, metrics, traffic, sort: null, chart: null, pivot: null });
              },
            }))}
          />
          <RangePicker value={range} onChange={(next) => onChange({ range: next })} now={now} zone={zoneLabel(zone)} />
          <ComparePicker
            value={search.compare}
            range={range}
            fault={faults.compare}
            onChange={(compare) => onChange({ compare })}
          />
          <Suspense fallback={<Button disabled>Export</Button>}>
            <ExportMenu
              hasFiles={maySave}
              name={title}
              isVerification={kind.isVerification}
              request={request}
              shown={exported}
            />
          </Suspense>
          {maySave ? (
            <Button icon={<Bookmark aria-hidden />} onClick={() => setSaving(true)}>
              Save
            </Button>
          ) : null}
          {actions}
        </div>
      </div>
      {faults.days ? (
        <p role="alert" className="text-right text-xs text-bad">
          {faults.days}
        </p>
      ) : null}
      <QuestionBar
        user={user}
        viewer={viewer}
        search={search}
        hasTests={!kind.isVerification}
        days={{ startDate: range.from, endDate: range.to, offset: zone }}
        faults={faults}
        nameOf={nameOf}
        onChange={onChange}
      />
      {isSaving ? (
        <Suspense>
          <SaveReportDialog
            kind={kind}
            name={search.title ?? ''}
            request={request}
            expectedRows={expectedRows(exported)}
            view={viewOf(search)}
            onClose={() => setSaving(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
