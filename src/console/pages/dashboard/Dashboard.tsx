import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { mayDo, mayUse } from '#model/index.ts';
import {
  addDays,
  canUseDimension,
  canUseMetric,
  reportFieldsFor,
  dayAt,
  hourAt,
  zoneLabel,
  type ReportBody,
} from '#reports/index.ts';
import { useAlerts } from '../../alerts/useAlerts.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { messageOf } from '../../lib/problems.ts';
import { useLatch } from '../../lib/useLatch.ts';
import { useRetryFailed } from '../../lib/useRetryFailed.ts';
import { useMonthCost } from '../../reports/useMonthCost.ts';
import { useNow } from '../../reports/useNow.ts';
import { useReport } from '../../reports/useReport.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { cx } from '../../ui/cx.ts';
import { AccountFilter } from './AccountFilter.tsx';
import { AlertList } from './AlertList.tsx';
import { hourlyRows } from '#reports/tiles/compareDays.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { DashboardCharts } from './DashboardCharts.tsx';
import { ofMode, sumsFor, tilesFor } from '#reports/tiles/tiles.ts';
import { LastHours } from './LastHours.tsx';
import { Movers } from './Movers.tsx';
import { Tiles } from './Tiles.tsx';
import type { Mode } from '../../frame/navigation/modes.ts';
import { topSides } from './topSides.ts';
import { TopTable } from './TopTable.tsx';

// Loaded for partners alone.
const PartnerSteps = lazyChunk(() => import('./PartnerSteps.tsx'), 'PartnerSteps');

const refreshMs = 30_000;

/**
 * Tiles, alerts, charts, movers and top tables of today, refreshed every 30 seconds. In DSP mode, of supplier traffic
 * only.
 */
export function Dashboard({ user, mode }: { user: SessionUser; mode: Mode }) {
  const navigate = useNavigate();
  const retryFailed = useRetryFailed();
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const now = useNow(refreshMs);
  const today = dayAt(now, user.timezone);
  const hour = hourAt(now, user.timezone);
  const isAdmin = canUseDimension(user.role, 'account');
  const account = isAdmin ? readId(raw['account']) : null;
  const tiles = useMemo(() => tilesFor(user.role, mode).filter(({ key }) => canUseMetric(user, key)), [user, mode]);
  const metric =
    tiles.find(({ key }) => key === raw['metric'])?.key ?? tiles.find(({ key }) => key === 'imps')?.key ?? 'imps';

  const base = useMemo(
    (): Pick<ReportBody, 'endDate' | 'offset' | 'filters'> => ({
      endDate: today,
      offset: user.timezone,
      filters: [
        ...ofMode(mode),
        ...(account === null ? [] : [{ dim: 'account', op: 'in' as const, values: [account] }]),
      ],
    }),
    [today, user.timezone, account, mode],
  );
  const hours = useReport(
    { ...base, startDate: addDays(today, -7), dimensions: ['hour'], metrics: sumsFor(user, mode) },
    { refreshMs },
  );
  const month = useReport(
    { ...base, startDate: addDays(today, -29), dimensions: ['day'], metrics: tiles.map(({ key }) => key) },
    { refreshMs },
  );
  const isCharged = canUseMetric(user, 'systemCost');
  const charged = useMonthCost(user.timezone, { account, isWanted: isCharged });
  const hourly = useMemo(() => (hours.data ? hourlyRows(hours.data.rows) : null), [hours.data]);
  const failed = [hours, month, charged.query].find((each) => each.isError && !each.data);
  const reportFields = useMemo(() => reportFieldsFor(user), [user]);
  const shownMetric = reportFields.metrics.find(({ key }) => key === metric);
  const sides = topSides(user, mode, account !== null);
  const isAlarmed = mayUse(user, 'alerts');
  const alerts = useAlerts({ mode, account: account ?? undefined }, isAlarmed);
  // An account without ads needs the first steps. They stay to the end of the visit, so that the last one is seen done.
  const isNew =
    mayDo(user, mode === 'ssp' ? 'channel' : 'campaign', 'read') &&
    user.type === 'demand' &&
    month.data?.totals['imps'] === 0;
  const isStarting = useLatch(isNew);
  const change = (part: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });

  return (
    <div className="toast-room flex flex-col gap-4 p-5">
      <div className="flex items-center gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Dashboard</h1>
        <span className="tnum text-xs text-muted">
          {today}, {zoneLabel(user.timezone)}
        </span>
        <div className="ml-auto flex items-center gap-2">
          {isAdmin ? <AccountFilter account={account} onChange={(id) => change({ account: id ?? undefined })} /> : null}
          <Select
            aria-label="Chart metric"
            prefix="Charts:"
            className="w-48"
            options={tiles.map(({ key, label }) => ({
              value: key,
              label: label ?? reportFields.metrics.find((each) => each.key === key)?.label ?? key,
            }))}
            value={metric}
            onChange={(key) => change({ metric: key === 'imps' ? undefined : key })}
          />
        </div>
      </div>
      {failed ? (
        <Banner
          tone="bad"
          title="The figures could not be loaded."
          action={
            <Button size="sm" onClick={retryFailed}>
              Try again
            </Button>
          }
        >
          {messageOf(failed.error)}
        </Banner>
      ) : null}
      <Tiles
        tiles={tiles}
        metrics={reportFields.metrics}
        hourly={hourly}
        today={today}
        hours={hour + (now % 3_600_000) / 3_600_000}
        isWaiting={hours.isPending}
        monthToDate={isCharged ? { key: 'systemCost', value: charged.cost, isWaiting: charged.query.isPending } : null}
      />
      {isStarting ? <FirstSteps mode={mode} user={user} /> : null}
      {user.type === 'sub' || user.type === 'adv' ? (
        <Suspense fallback={null}>
          <PartnerSteps />
        </Suspense>
      ) : null}
      {alerts.isError && !alerts.data ? (
        <Banner
          tone="bad"
          title="The alerts could not be loaded."
          action={
            <Button size="sm" onClick={retryFailed}>
              Try again
            </Button>
          }
        />
      ) : null}
      {isAlarmed && alerts.data && !(isNew && alerts.data.total + alerts.data.muted.length === 0) ? (
        <AlertList mode={mode} response={alerts.data} />
      ) : null}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {shownMetric ? (
          <div className="lg:col-span-2">
            <LastHours metric={shownMetric} base={base} now={now} timezone={user.timezone} />
          </div>
        ) : null}
        <DashboardCharts
          metric={metric}
          metrics={reportFields.metrics}
          hourly={hourly}
          days={month.data?.rows ?? null}
          today={today}
          hour={hour}
          isFailed={failed !== undefined}
        />
      </div>
      <div
        className={cx(
          'grid grid-cols-1 items-start gap-4',
          sides.length > 1 && user.type !== 'adv' && '2xl:grid-cols-2',
        )}
      >
        {sides.map(({ name, movers }) => (
          <Movers key={name} {...{ user, base, today, hour, refreshMs }} dimension={movers} />
        ))}
        {sides.map(({ name, dimensions }) => (
          <TopTable
            key={name}
            user={user}
            mode={mode}
            dimensions={dimensions}
            chosen={raw[name]}
            onChoose={(dimension) => change({ [name]: dimension === dimensions[0] ? undefined : dimension })}
            base={{ ...base, startDate: today }}
            refreshMs={refreshMs}
            isOfManyAccounts={isAdmin && account === null}
          />
        ))}
      </div>
    </div>
  );
}

/** Parses an ID from the URL; null for anything else. */
function readId(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
