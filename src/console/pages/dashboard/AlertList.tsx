import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { use, useState } from 'react';
import type { DashboardAlert, DashboardAlerts } from '#api/dashboard/dashboardContract.ts';
import { entities, type Reader } from '#model/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { tabOf } from '../../entities/form/tabOf.ts';
import { HrefLink } from '../../frame/navigation/HrefLink.tsx';
import type { Mode } from '../../frame/navigation/modes.ts';
import { OpenDialog } from '../../frame/openDialog.ts';
import { useUser } from '../../frame/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { profileRights } from '../profile/profileRights.ts';
import { cx } from '../../ui/cx.ts';

const shownAtFirst = 5;

const tones = {
  bad: { Icon: CircleAlert, className: 'text-bad', label: 'Urgent' },
  warn: { Icon: TriangleAlert, className: 'text-warn', label: 'Warning' },
  info: { Icon: Info, className: 'text-muted', label: 'Information' },
};

const allWell: Readonly<Record<Mode, string>> = {
  ssp: 'no caps are reached, and no tag or channel has problems.',
  dsp: 'no budgets are exhausted, and every campaign can bid and is on pace.',
};

/** The current alerts of tags and channels, or of campaigns, each with a link to where it can be fixed. */
export function AlertList({ reader, mode, response }: { reader: Reader; mode: Mode; response: DashboardAlerts }) {
  const [isExpanded, setExpanded] = useState(false);
  const { alerts, total } = response;
  const shown = isExpanded ? alerts : alerts.slice(0, shownAtFirst);
  return (
    <Card title={total > 0 ? `Alerts (${total})` : 'Alerts'} padding="none">
      {total === 0 ? (
        <p className="flex items-center gap-2 px-4 py-3 text-sm text-muted">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
          Nothing needs attention: {allWell[mode]}
        </p>
      ) : (
        <ul aria-label="Alerts" className="divide-y">
          {shown.map((alert) => (
            <AlertLine
              key={`${alert.kind} ${alert.object?.entity} ${alert.object?.id} ${alert.text}`}
              reader={reader}
              alert={alert}
            />
          ))}
        </ul>
      )}
      {alerts.length > shownAtFirst ? (
        <div className="flex items-center gap-3 border-t px-4 py-2">
          <Button size="sm" onClick={() => setExpanded(!isExpanded)} aria-expanded={isExpanded}>
            {isExpanded ? 'Show fewer' : `Show all ${alerts.length}`}
          </Button>
          {isExpanded && total > alerts.length ? (
            <span className="text-xs text-muted">{total - alerts.length} more are not shown.</span>
          ) : null}
        </div>
      ) : null}
    </Card>
  );
}

function AlertLine({ reader, alert }: { reader: Reader; alert: DashboardAlert }) {
  const { Icon, className, label } = tones[alert.tone];
  return (
    <li className="flex items-baseline gap-2 px-4 py-2 text-sm">
      <Icon role="img" aria-label={label} className={cx('size-4 shrink-0 self-center', className)} />
      <AlertObject reader={reader} alert={alert} />
      <span className="min-w-0 text-muted">
        {alert.text} <AlertAction alert={alert} />
      </span>
    </li>
  );
}

const actionClass = 'text-accent-ink underline underline-offset-2';

/** Another action for an alert beside its field, if the user may take it. */
function AlertAction({ alert: { kind, page } }: { alert: DashboardAlert }) {
  const user = useUser();
  const open = use(OpenDialog);
  if (page && pageFor(page.entity, user)) {
    return (
      <HrefLink href={page.href} className={actionClass}>
        {page.label}
      </HrefLink>
    );
  }
  const { areIvtOptionsShown, isAccountFixed } = profileRights(user);
  if (kind === 'ivt' && areIvtOptionsShown && !isAccountFixed) {
    return (
      <button type="button" className={actionClass} onClick={() => open('options')}>
        Block invalid traffic…
      </button>
    );
  }
  if (kind === 'quota' && user.role === 'super') {
    return (
      <button type="button" className={actionClass} onClick={() => open('config')}>
        Change limit…
      </button>
    );
  }
  return null;
}

function AlertObject({ reader, alert: { object, fix } }: { reader: Reader; alert: DashboardAlert }) {
  if (!object) {
    return (
      <Link to="/pbReport" className="cell-link shrink-0 font-medium">
        Postbid quota
      </Link>
    );
  }
  const { entity, id, name } = object;
  const page = pageFor(entity, reader);
  const shown = <span className="max-w-60 truncate font-medium">{name}</span>;
  if (!page) return shown;
  const tab = fix === null ? {} : { tab: tabOf(entities[entity], fix) };
  const field = fix !== null && fix in entities[entity].fields ? { field: fix } : {};
  return (
    <Link
      to={page}
      search={{ open: id, ...tab, ...field }}
      title={name}
      className="cell-link max-w-60 shrink-0 truncate font-medium"
    >
      {name}
    </Link>
  );
}
