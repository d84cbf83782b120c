import { Link } from '@tanstack/react-router';
import { mayRead, supplyFixes, supplyReasons, type SupplyReason } from '#model/index.ts';
import type { ReportBody } from '#reports/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { useUser } from '../../../../frame/session.ts';
import { formatCount, formatShare } from '../../../../lib/format.ts';
import { useReport } from '../../../../reports/useReport.ts';
import { LoadError } from '../../../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { ownerLabels } from '../../../../reasons/ownerLabels.ts';
import { funnelMetrics } from './chartFit.ts';
import type { SearchPart } from '../question/drillDown.ts';
import { funnelSteps, type FunnelLoss, type FunnelStep } from './funnelSteps.ts';
import { writeSearch, type ReportSearch } from '../url/reportSearch.ts';

/** From calls to impressions: a bar per step, and under each loss its reasons with links to their reports. */
export function ReportFunnel({ body, search }: { body: ReportBody; search: ReportSearch }) {
  const { startDate, endDate, offset, filters } = body;
  const report = useReport({
    startDate,
    endDate,
    offset,
    filters,
    dimensions: ['reason'],
    metrics: [...funnelMetrics],
    limit: 1000,
  });
  if (report.isError && !report.data) {
    return <LoadError title="The funnel could not be loaded" query={report} />;
  }
  if (!report.data) return <Skeleton className="h-56 w-full" />;
  const steps = funnelSteps(report.data.rows, report.data.totals);
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <ol aria-label="From calls to impressions" className="max-h-96 divide-y overflow-y-auto">
      {steps.map((step) => (
        <Step key={step.key} step={step} most={most} search={search} />
      ))}
    </ol>
  );
}

function Step({ step, most, search }: { step: FunnelStep; most: number; search: ReportSearch }) {
  return (
    <li className="px-4 py-1.5">
      <div className="funnel-step text-sm" title={step.help}>
        <span className={step.isLoss ? 'pl-4 text-muted' : 'font-medium'}>{step.label}</span>
        <span className="tnum text-right">{formatCount(step.count)}</span>
        <span className="tnum text-right text-xs text-muted">{formatShare(step.count / most)}</span>
        <svg aria-hidden className="h-3 w-full" preserveAspectRatio="none" viewBox="0 0 100 4">
          <rect width="100" height="4" className="fill-neutral-soft" />
          <rect
            width={(100 * step.count) / most}
            height="4"
            className={step.isLoss ? 'fill-warn-dot' : 'fill-chart-1'}
          />
        </svg>
      </div>
      {step.losses.length > 0 ? (
        <ul aria-label={`Why: ${step.label}`} className="flex flex-col pt-1">
          {step.losses.map((loss) => (
            <Loss key={loss.reason} loss={loss} search={search} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

const linkClass = 'text-xs text-accent-ink underline underline-offset-2';

function Loss({ loss, search }: { loss: FunnelLoss; search: ReportSearch }) {
  const user = useUser();
  const isKnown = Object.hasOwn(supplyReasons, loss.reason);
  const reason = loss.reason as SupplyReason;
  const owner = isKnown ? ownerLabels[supplyReasons[reason].owner] : '';
  const fix = isKnown ? supplyFixes[reason] : null;
  const channel = search.filters.find(({ dim, op, values }) => dim === 'channel' && op === 'in' && values.length === 1);
  const byChannel: SearchPart = {
    dims: ['channel'],
    metrics: ['calls', 'reqs', 'opps'],
    filters: [
      ...search.filters.filter(({ dim }) => dim !== 'reason'),
      { dim: 'reason', op: 'in', values: [loss.reason] },
    ],
    view: 'auto',
    sort: null,
    pivot: null,
    having: [],
  };
  return (
    <li className="funnel-loss text-sm">
      <span className="pl-8 text-xs text-muted">{owner}</span>
      <span className="tnum text-right text-muted">{formatCount(loss.count)}</span>
      <span className="flex flex-wrap items-baseline gap-x-2 pl-3">
        {loss.text}
        <Link to="/report" search={writeSearch({ ...search, ...byChannel })} className={linkClass}>
          By channel
        </Link>
        {channel && mayRead(user, 'channel') ? (
          <Link to="/why" search={{ channel: Number(channel.values[0]), reason: loss.reason }} className={linkClass}>
            View requests
          </Link>
        ) : null}
        {channel && fix?.entity === 'channel' && pageFor('channel', user) ? (
          <Link
            to="/channels"
            search={{ open: Number(channel.values[0]), ...(fix.tab ? { tab: fix.tab } : { field: fix.fields?.[0] }) }}
            className={linkClass}
          >
            Edit channel
          </Link>
        ) : null}
      </span>
    </li>
  );
}
