import { CircleCheck, Info } from 'lucide-react';
import { useState } from 'react';
import type { AlertGroup, DashboardAlert, DashboardAlerts } from '#api/dashboard/dashboardContract.ts';
import { AlertLine, PerDay } from '../../alerts/AlertLine.tsx';
import { alertListProps } from '../../alerts/alertListOf.ts';
import { alertTones } from '../../alerts/alertTones.ts';
import { MutedAlerts } from '../../alerts/MutedAlerts.tsx';
import type { Mode } from '../../frame/navigation/modes.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';

/** Groups, and alerts of a group, that are shown at first. */
const atFirst = { groups: 4, alerts: 3 };

const allWell: Readonly<Record<Mode, string>> = {
  ssp: 'no caps are reached, and no tag or channel has problems.',
  dsp: 'no budgets are exhausted, every campaign can bid and is on pace, and no partner has problems.',
};

/** The current alerts of a mode, grouped by cause, each with a link to where it can be fixed; muted ones below. */
export function AlertList({ mode, response }: { mode: Mode; response: DashboardAlerts }) {
  const [isExpanded, setExpanded] = useState(false);
  const { alerts, groups, total, muted, isComplete } = response;
  const shown = isExpanded ? groups : groups.slice(0, atFirst.groups);
  return (
    <div {...alertListProps} role="group" aria-label="Alerts" className="outline-none">
      <Card title={total > 0 ? `Alerts (${total})` : 'Alerts'} padding="none">
        {isComplete ? null : (
          <p className="flex items-center gap-2 px-4 py-3 text-sm text-muted">
            <Info aria-hidden className="size-4 shrink-0" />
            Some figures are not available right now, so alerts may be missing.
          </p>
        )}
        {total === 0 && !isComplete ? null : total === 0 ? (
          <p className="flex items-center gap-2 px-4 py-3 text-sm text-muted">
            <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
            {muted.length > 0 ? 'No alerts, except muted ones.' : `Nothing needs attention: ${allWell[mode]}`}
          </p>
        ) : (
          <ul aria-label="Alerts" className="divide-y">
            {shown.map((group) => (
              <Group
                key={`${group.tone} ${group.kind}`}
                group={group}
                alerts={alerts.filter(({ kind, tone }) => kind === group.kind && tone === group.tone)}
              />
            ))}
          </ul>
        )}
        {groups.length > atFirst.groups ? (
          <div className="border-t px-4 py-2">
            <Button size="sm" onClick={() => setExpanded(!isExpanded)} aria-expanded={isExpanded}>
              {isExpanded ? 'Show fewer causes' : `Show all ${groups.length} causes`}
            </Button>
          </div>
        ) : null}
        <MutedAlerts muted={muted} />
      </Card>
    </div>
  );
}

/** The alerts of one cause, most money first. */
function Group({ group, alerts }: { group: AlertGroup; alerts: readonly DashboardAlert[] }) {
  const [isExpanded, setExpanded] = useState(false);
  const { Icon, className, label } = alertTones[group.tone];
  const shown = isExpanded ? alerts : alerts.slice(0, atFirst.alerts);
  return (
    <li className="flex flex-col gap-1 px-4 py-2 text-sm">
      <div className="flex items-center gap-1.5">
        <Icon role="img" aria-label={label} className={cx('size-4 shrink-0', className)} />
        <h3 className="font-semibold">
          {group.title} ({group.total})
        </h3>
        {group.total > 1 ? <PerDay perDay={group.perDay} /> : null}
      </div>
      <ul aria-label={group.title} className="flex flex-col gap-1 pl-5">
        {shown.map((alert) => (
          <li key={`${alert.cause} ${alert.object?.entity} ${alert.object?.id}`} className="flex">
            <AlertLine alert={alert} />
          </li>
        ))}
      </ul>
      {alerts.length > atFirst.alerts ? (
        <div className="flex items-center gap-3 pl-5">
          <Button size="sm" variant="ghost" onClick={() => setExpanded(!isExpanded)} aria-expanded={isExpanded}>
            {isExpanded ? 'Show fewer' : `Show all ${alerts.length}`}
          </Button>
          {isExpanded && group.total > alerts.length ? (
            <span className="text-xs text-muted">{group.total - alerts.length} more are not shown.</span>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}
