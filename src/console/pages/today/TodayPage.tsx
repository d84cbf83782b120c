import { Link, useSearch } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { mayUse } from '#model/index.ts';
import { dayAt, zoneLabel } from '#reports/index.ts';
import { useAlerts } from '../../alerts/useAlerts.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { maySwitchMode, useMode } from '../../frame/navigation/mode.ts';
import type { Mode } from '../../frame/navigation/modes.ts';
import { OpenDialog } from '../../frame/openDialog.ts';
import { useUser } from '../../frame/session.ts';
import { useNow } from '../../reports/useNow.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AlertList } from '../dashboard/AlertList.tsx';
import { PendingCreatives } from './PendingCreatives.tsx';
import './today.css';
import { TodayFigures } from './TodayFigures.tsx';

const refreshMs = 30_000;

const modes = [
  { value: 'ssp', label: 'SSP' },
  { value: 'dsp', label: 'DSP' },
] as const;

/** The day at a glance, for phones too: figures, alerts and approvals. */
export function TodayPage() {
  const user = useUser();
  const initial = useMode();
  const [mode, setMode] = useState<Mode>(initial);
  const now = useNow(refreshMs);
  const isAlarmed = mayUse(user, 'alerts');
  const alerts = useAlerts({ mode, account: undefined }, isAlarmed);
  useDailyMailLink(user);
  const canReview = user.showDsp && user.type !== 'admin' && mayUse(user, 'creativeReview');
  return (
    <main className="today flex flex-col gap-4 p-3 sm:p-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-col">
          <h1 className="text-xl font-semibold tracking-tight">Today</h1>
          <p className="tnum text-xs text-muted">
            {dayAt(now, user.timezone)}, {zoneLabel(user.timezone)}
          </p>
        </div>
        <Link to="/" className={buttonClass()}>
          Dashboard
        </Link>
      </header>
      {mayUse(user, 'reports') ? (
        <>
          {maySwitchMode(user) ? (
            <SegmentedControl
              label="Figures and alerts"
              options={modes}
              value={mode}
              onChange={setMode}
              className="self-start"
            />
          ) : null}
          <TodayFigures key={mode} user={user} mode={mode} now={now} refreshMs={refreshMs} />
          {!isAlarmed ? null : alerts.data ? (
            <AlertList mode={mode} response={alerts.data} />
          ) : alerts.isError ? (
            <LoadError title="The alerts could not be loaded" query={alerts} />
          ) : (
            <Skeleton className="h-24 w-full" />
          )}
        </>
      ) : (
        <EmptyState title={`Welcome, ${user.name}`} text="You do not have access to reports." />
      )}
      {canReview ? <PendingCreatives /> : null}
    </main>
  );
}

/** Opens the dialog with the setting of the daily mail when a link in a mail leads to it: admins have no profile. */
function useDailyMailLink({ type }: SessionUser): void {
  const { dailyMail }: { dailyMail?: string } = useSearch({ strict: false });
  const open = use(OpenDialog);
  const isLinked = dailyMail !== undefined;
  useEffect(() => {
    if (isLinked) open(type === 'admin' ? 'settings' : 'profile');
  }, [isLinked, type, open]);
}
