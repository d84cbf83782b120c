import { Link } from '@tanstack/react-router';
import { use, useEffect, useRef, useState, type ReactNode } from 'react';
import type { DashboardAlert } from '#api/dashboard/dashboardContract.ts';
import { entities, mayDo, mayUse } from '#model/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { tabOf } from '../entities/form/tabOf.ts';
import { HrefLink } from '../frame/navigation/HrefLink.tsx';
import { OpenDialog } from '../frame/openDialog.ts';
import { useUser } from '../frame/session.ts';
import { formatMoney } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { alertListOf } from './alertListOf.ts';
import { MuteDialog } from './MuteDialog.tsx';
import { profileRights } from '../pages/profile/profileRights.ts';

/** An alert with its object, money and actions. `action` replaces the mute button; false hides the object's name. */
export function AlertLine({
  alert,
  action,
  isNamed = true,
}: {
  alert: DashboardAlert;
  action?: ReactNode;
  isNamed?: boolean;
}) {
  return (
    <div className="alert-line flex min-w-0 flex-1 items-baseline gap-2 text-sm">
      {isNamed ? <AlertObject alert={alert} /> : null}
      <span className="min-w-0 flex-1 text-muted">
        {alert.text} <AlertAction alert={alert} /> {isNamed ? null : <FixLink alert={alert} />}
      </span>
      <PerDay perDay={alert.perDay} />
      {action ?? <MuteButton alert={alert} />}
    </div>
  );
}

/** The money at stake in words; nothing when there is none. */
export function PerDay({ perDay }: { perDay: string | null }) {
  if (perDay === null) return null;
  return <span className="tnum shrink-0 text-xs text-muted">About {formatMoney(perDay)} per day</span>;
}

function MuteButton({ alert }: { alert: DashboardAlert }) {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isMuted = useRef(false);
  // The button is about to leave the page.
  useEffect(() => {
    if (!isOpen && isMuted.current) alertListOf(button.current)?.focus();
  }, [isOpen]);
  const { object } = alert;
  // Admins change the objects of an account only while acting for it.
  if (!object || user.demandId === null || !mayUse(user, 'mutingAlerts') || !mayDo(user, object.entity, 'update')) {
    return null;
  }
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="ghost"
        aria-label={`Mute the alert of ${object.name}`}
        onClick={() => setOpen(true)}
      >
        Mute…
      </Button>
      {isOpen ? (
        <MuteDialog
          alert={alert}
          onClose={(isDone) => {
            isMuted.current = isDone;
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

const actionClass = 'text-accent-ink underline underline-offset-2';

/** Another action for an alert beside its field, if the user may take it. */
function AlertAction({ alert: { kind, page } }: { alert: DashboardAlert }) {
  const user = useUser();
  const open = use(OpenDialog);
  if (page && (page.entity === undefined || pageFor(page.entity, user))) {
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

/** The address of the field or tab where an alert can be fixed, beside its object's list. */
function placeOf({ object, fix }: DashboardAlert) {
  if (!object) return {};
  const entity = entities[object.entity];
  const tab = fix === null ? {} : { tab: tabOf(entity, fix) };
  const field = fix !== null && fix in entity.fields ? { field: fix } : {};
  return { open: object.id, ...tab, ...field };
}

/** In the drawer of the object: the field where it can be fixed. */
function FixLink({ alert }: { alert: DashboardAlert }) {
  if (!alert.object || alert.fix === null) return null;
  return (
    <Link
      to="."
      search={(before: Record<string, unknown>) => ({ ...before, ...placeOf(alert) })}
      resetScroll={false}
      preload={false}
      className={actionClass}
    >
      Go to the setting
    </Link>
  );
}

function AlertObject({ alert }: { alert: DashboardAlert }) {
  const user = useUser();
  const { object } = alert;
  // Its group and text name what it is about.
  if (!object && (alert.kind === 'security' || alert.kind === 'waiting')) return null;
  if (!object) {
    return (
      <Link to="/pbReport" className="cell-link shrink-0 font-medium">
        Postbid quota
      </Link>
    );
  }
  const { entity, name } = object;
  const page = pageFor(entity, user);
  if (!page) return <span className="max-w-60 shrink-0 truncate font-medium">{name}</span>;
  return (
    <Link to={page} search={placeOf(alert)} title={name} className="cell-link max-w-60 shrink-0 truncate font-medium">
      {name}
    </Link>
  );
}
