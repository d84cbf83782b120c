import type { RowState } from '../entities/listAnswer.ts';
import { counted } from '../entities/rowStates/rowState.ts';
import type { DashboardAlert } from './dashboardContract.ts';

/** When figures are alarming: below the counts they say little. */
export const alertThresholds = {
  /** Requests of the last hour without any impression. */
  unfilledReqs: 100n,
  /** Errors of players among the ads of the last hour. */
  errorShare: 0.1,
  errorImps: 100n,
  /** Invalid among the judged calls of the last 24 hours. */
  ivtShare: 0.1,
  ivtCalls: 1000n,
  /** Used part of a month's quota. */
  quotaShare: 0.8,
} as const;

/** The sums of the last hour of a tag. */
export interface TagHour {
  imps: bigint;
  errors: bigint;
}

/** Sums of a channel: of the last hour, and of the last 24 hours. */
export interface ChannelHours {
  reqs: bigint;
  imps: bigint;
  judged: bigint;
  invalid: bigint;
}

/** The states that are alerts, each with what to do about it: the state itself says what happened. */
const ofStates: Record<string, Pick<DashboardAlert, 'kind' | 'tone' | 'page'> & { action: string }> = {
  unhealthy: { kind: 'errors', tone: 'bad', action: 'Test the tag and check its URL.' },
  no_demand: { kind: 'no_demand', tone: 'warn', action: 'Add or enable a tag that can serve.' },
  no_requests: { kind: 'no_requests', tone: 'warn', action: 'Check that the publisher uses its tag.' },
  capped: { kind: 'capped', tone: 'info', action: 'Raise the cap to resume serving.' },
  no_creative: { kind: 'no_bids', tone: 'warn', action: 'Add or activate a creative of the campaign’s type.' },
  not_approved: {
    kind: 'no_bids',
    tone: 'warn',
    action: 'Approve a creative, or wait for its review.',
    page: { entity: 'creative', label: 'View creatives', href: '/creatives?review=pending,rejected' },
  },
  no_supply: { kind: 'no_bids', tone: 'warn', action: 'Select an active deal, or allow open market bids.' },
  below_deal: { kind: 'no_bids', tone: 'warn', action: 'Raise the bid.' },
  behind: { kind: 'pace', tone: 'warn', action: 'It is behind pace: raise the bid or widen the targeting.' },
  ahead: { kind: 'pace', tone: 'info', action: 'It is ahead of pace: lower the bid or change the pacing.' },
  budget_out: { kind: 'capped', tone: 'info', action: 'Raise the budget or impression cap to resume bidding.' },
};

/** What the states of an object and its last hour alarm of, for a tag. */
export function tagAlerts(
  tag: { id: number; name: string },
  states: readonly RowState[],
  hour: TagHour | null,
): DashboardAlert[] {
  const object = { entity: 'tag' as const, ...tag };
  const page = { entity: 'tag', label: 'Test tag', href: `/tester?tag=${tag.id}` } as const;
  const alerts = stateAlerts(object, states).map((alert) => (alert.kind === 'errors' ? { ...alert, page } : alert));
  const hasErrors = alerts.some(({ kind }) => kind === 'errors');
  if (hour && !hasErrors && hour.imps + hour.errors >= alertThresholds.errorImps) {
    const share = Number(hour.errors) / Number(hour.imps + hour.errors);
    if (share > alertThresholds.errorShare) {
      const text = `Players reported ${counted(hour.errors)} errors and ${counted(hour.imps)} impressions in the last hour. Test the tag and check its URL.`;
      alerts.push({ kind: 'errors', tone: 'bad', object, text, fix: 'url', page });
    }
  }
  return alerts;
}

/** What the states of a channel and its last hours alarm of. */
export function channelAlerts(
  channel: { id: number; name: string },
  states: readonly RowState[],
  hours: ChannelHours | null,
): DashboardAlert[] {
  const object = { entity: 'channel' as const, ...channel };
  const alerts = stateAlerts(object, states);
  if (!hours) return alerts;
  const { reqs, imps, judged, invalid } = hours;
  if (reqs >= alertThresholds.unfilledReqs && imps === 0n && alerts.length === 0) {
    const text = `No ads were shown for ${counted(reqs)} requests in the last hour. Check the tags in its waterfall.`;
    alerts.push({ kind: 'no_fill', tone: 'bad', object, text, fix: 'waterfall' });
  }
  if (judged >= alertThresholds.ivtCalls && Number(invalid) / Number(judged) > alertThresholds.ivtShare) {
    const percent = Math.round((Number(invalid) / Number(judged)) * 100);
    const text = `${percent}% of ${counted(judged)} checked calls in the last 24 hours were invalid traffic. Review its traffic sources, or block invalid traffic.`;
    alerts.push({ kind: 'ivt', tone: 'warn', object, text, fix: 'checkIVT' });
  }
  return alerts;
}

/** What the states of a campaign alarm of, unless its flight is over. */
export function campaignAlerts(campaign: { id: number; name: string }, states: readonly RowState[]): DashboardAlert[] {
  if (states.some(({ code }) => code === 'ended')) return [];
  return stateAlerts({ entity: 'campaign', ...campaign }, states);
}

/** What the quotas of postbid measurement alarm of. */
export function quotaAlerts(quota: Record<'imps' | 'reports', { used: number; most: number }>): DashboardAlert[] {
  const words = { imps: 'measured impressions', reports: 'post-bid reports' };
  return (['imps', 'reports'] as const).flatMap((key): DashboardAlert[] => {
    const { used, most } = quota[key];
    if (most === 0 || used / most < alertThresholds.quotaShare) return [];
    const text = `${counted(used)} of this month’s ${counted(most)} ${words[key]} are used. The platform operator can raise the quota.`;
    return [{ kind: 'quota', tone: used >= most ? 'bad' : 'warn', object: null, text, fix: null }];
  });
}

/** The worst first, and of equals those of one kind together, by name. */
export function sortAlerts(alerts: readonly DashboardAlert[]): DashboardAlert[] {
  const tones: readonly DashboardAlert['tone'][] = ['bad', 'warn', 'info'];
  return alerts.toSorted(
    (a, b) =>
      tones.indexOf(a.tone) - tones.indexOf(b.tone) ||
      a.kind.localeCompare(b.kind) ||
      (a.object?.name ?? '').localeCompare(b.object?.name ?? ''),
  );
}

function stateAlerts(object: NonNullable<DashboardAlert['object']>, states: readonly RowState[]): DashboardAlert[] {
  return states.flatMap(({ code, text, fix }) => {
    const known = ofStates[code];
    if (!known) return [];
    const { action, ...alert } = known;
    return [{ ...alert, object, text: `${text} ${action}`, fix: fix ?? null }];
  });
}
