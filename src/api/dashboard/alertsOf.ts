import type { RowState } from '../entities/rowParts.ts';
import { counted, percentage } from '../entities/rowStates/rowState.ts';
import type { DashboardAlert } from './dashboardContract.ts';

/** Thresholds of alerts. Below the minimum counts, shares are not significant. */
export const alertThresholds = {
  /** Requests in the last hour without any impression. */
  unfilledReqs: 100n,
  /** Player errors ÷ ads in the last hour. */
  errorShare: 0.1,
  errorImps: 100n,
  /** Invalid ÷ checked calls in the last 24 hours. */
  ivtShare: 0.1,
  ivtCalls: 1000n,
  /** Used share of a monthly quota. */
  quotaShare: 0.8,
} as const;

/** A tag's sums of the last hour. */
export interface TagHour {
  imps: bigint;
  errors: bigint;
}

/** A channel's sums of the last hour and of the last 24 hours. */
export interface ChannelHours {
  reqs: bigint;
  imps: bigint;
  judged: bigint;
  invalid: bigint;
}

/** The states that are alerts, each with the action that fixes it; the state's text says what is wrong. */
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
  behind: { kind: 'pace', tone: 'warn', action: 'The campaign is behind pace: raise the bid or widen the targeting.' },
  ahead: { kind: 'pace', tone: 'info', action: 'The campaign is ahead of pace: lower the bid or change the pacing.' },
  budget_out: { kind: 'capped', tone: 'info', action: 'Raise the budget or impression cap to resume bidding.' },
};

/** The alerts of a tag, from its states and its last hour. */
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

/** The alerts of a channel, from its states and its last hours. */
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
    const text = `${percentage(Number(invalid) / Number(judged))} of ${counted(judged)} checked calls in the last 24 hours were invalid traffic. Review its traffic sources, or block invalid traffic.`;
    alerts.push({ kind: 'ivt', tone: 'warn', object, text, fix: 'checkIVT' });
  }
  return alerts;
}

/** The alerts of a campaign, from its states; none after its flight. */
export function campaignAlerts(campaign: { id: number; name: string }, states: readonly RowState[]): DashboardAlert[] {
  if (states.some(({ code }) => code === 'ended')) return [];
  return stateAlerts({ entity: 'campaign', ...campaign }, states);
}

/** The alerts of the verification quotas. */
export function quotaAlerts(quota: Record<'imps' | 'reports', { used: number; max: number }>): DashboardAlert[] {
  const words = { imps: 'measured impressions', reports: 'post-bid reports' };
  return (['imps', 'reports'] as const).flatMap((key): DashboardAlert[] => {
    const { used, max } = quota[key];
    if (max === 0 || used / max < alertThresholds.quotaShare) return [];
    const text = `${counted(used)} of this month’s ${counted(max)} ${words[key]} are used. The platform operator can raise the quota.`;
    return [{ kind: 'quota', tone: used >= max ? 'bad' : 'warn', object: null, text, fix: null }];
  });
}

/** Sorts alerts by severity, then by kind and name. */
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
