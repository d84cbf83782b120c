import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { mayRead, supplyFixes, supplyReasons, type SupplyReason } from '#model/index.ts';
import { funnelQuestion, funnelSteps, type FunnelLoss, type ReportBody } from '#reports/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { useUser } from '../../../../frame/session.ts';
import { useReport } from '../../../../reports/useReport.ts';
import { LoadError } from '../../../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { ownerLabels } from '../../../../reasons/ownerLabels.ts';
import { FunnelSteps } from './FunnelSteps.tsx';
import type { SearchPart } from '../question/drillDown.ts';
import { writeSearch, type ReportSearch } from '../url/reportSearch.ts';

/** From calls to impressions: a bar per step, and under each loss its reasons with links to their reports. */
export function ReportFunnel({ body, search }: { body: ReportBody; search: ReportSearch }) {
  const report = useReport(useMemo(() => funnelQuestion(body), [body]));
  if (report.isError && !report.data) {
    return <LoadError title="The funnel could not be loaded" query={report} />;
  }
  if (!report.data) return <Skeleton className="h-56 w-full" />;
  return (
    <FunnelSteps
      steps={funnelSteps(report.data.rows, report.data.totals)}
      ownerOf={({ reason }) => (isSupplyReason(reason) ? ownerLabels[supplyReasons[reason].owner] : '')}
      renderLoss={(loss) => <LossText loss={loss} search={search} />}
    />
  );
}

function isSupplyReason(reason: string): reason is SupplyReason {
  return Object.hasOwn(supplyReasons, reason);
}

const linkClass = 'text-xs text-accent-ink underline underline-offset-2';

function LossText({ loss, search }: { loss: FunnelLoss; search: ReportSearch }) {
  const user = useUser();
  const fix = isSupplyReason(loss.reason) ? supplyFixes[loss.reason] : null;
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
    <>
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
    </>
  );
}
