import { usdFromNanos } from '#model/index.ts';
import type { FoundAlert } from './alertsOf.ts';
import type { AlertGroup, AlertKind, DashboardAlert } from './dashboardContract.ts';

/** An alert with the object's revenue on a usual day in nano-USD; 0 = unknown or none. */
export interface PricedAlert extends FoundAlert {
  nanosPerDay: bigint;
}

/** Titles of groups of alerts, by kind. */
export const alertTitles: Readonly<Record<AlertKind, string>> = {
  errors: 'Ads that fail in players',
  no_fill: 'Requests without any ad',
  ivt: 'Invalid traffic',
  quota: 'Postbid quota',
  no_demand: 'Channels without demand',
  no_requests: 'Channels without requests',
  capped: 'Caps and budgets reached',
  no_bids: 'Campaigns that cannot bid',
  pace: 'Campaigns off pace',
  unusable: 'Responses that cannot be used',
  timeouts: 'Partners that time out',
  zero: 'Sudden zero',
  off_usual: 'Figures far off usual',
  rejected: 'Rejected creatives',
  ads_txt: 'Lost ads.txt lines',
  certificate: 'TLS certificates',
  security: 'Security',
  waiting: 'Waiting for approval',
};

const tones: readonly DashboardAlert['tone'][] = ['bad', 'warn', 'info'];

/** Maximum alerts of one group in a response; further ones are only counted. */
const maxPerGroup = 50;

/**
 * Groups alerts by kind and severity: the most severe first, then most money first, within groups too. Each group has at
 * most 50 alerts; `total` counts all.
 */
export function groupAlerts(found: readonly PricedAlert[]): { alerts: DashboardAlert[]; groups: AlertGroup[] } {
  const byGroup = new Map<string, PricedAlert[]>();
  for (const alert of found) {
    const key = `${alert.tone} ${alert.kind}`;
    const members = byGroup.get(key);
    if (members) members.push(alert);
    else byGroup.set(key, [alert]);
  }
  const groups = [...byGroup.values()].flatMap((members) => {
    const [first] = members;
    if (!first) return [];
    const nanos = members.reduce((sum, { nanosPerDay }) => sum + nanosPerDay, 0n);
    return [{ kind: first.kind, tone: first.tone, nanos, members: members.toSorted(compareAlerts) }];
  });
  groups.sort(
    (a, b) =>
      tones.indexOf(a.tone) - tones.indexOf(b.tone) || compareMoney(a.nanos, b.nanos) || a.kind.localeCompare(b.kind),
  );
  return {
    alerts: groups.flatMap(({ members }) => members.slice(0, maxPerGroup).map(alertOf)),
    groups: groups.map(({ kind, tone, nanos, members }) => ({
      kind,
      tone,
      title: alertTitles[kind],
      total: members.length,
      perDay: perDayOf(nanos),
    })),
  };
}

/** The alert as responses have it. */
export function alertOf({ nanosPerDay, ...alert }: PricedAlert): DashboardAlert {
  return { ...alert, perDay: perDayOf(nanosPerDay) };
}

function perDayOf(nanos: bigint): string | null {
  return nanos > 0n ? usdFromNanos(nanos) : null;
}

function compareAlerts(a: PricedAlert, b: PricedAlert): number {
  return (
    compareMoney(a.nanosPerDay, b.nanosPerDay) ||
    (a.object?.name ?? '').localeCompare(b.object?.name ?? '') ||
    (a.object?.id ?? 0) - (b.object?.id ?? 0)
  );
}

/** Orders amounts from high to low. */
function compareMoney(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? -1 : 1;
}
