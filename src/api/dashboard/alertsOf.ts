import type { AlertEntity } from '#model/entity/alerts.ts';
import type { RowState } from '../entities/rowParts.ts';
import { alertThresholds } from '../entities/rowStates/alertThresholds.ts';
import { counted } from '../entities/rowStates/rowState.ts';
import type { AlertKind, DashboardAlert } from './dashboardContract.ts';

/** An alert before its money and mute are known. */
export type FoundAlert = Omit<DashboardAlert, 'perDay'>;

/** A state that is an alert: what to do about it, by entity where that differs; the state's text says what is wrong. */
interface AlertOfState extends Pick<DashboardAlert, 'tone' | 'page'> {
  kind: AlertKind;
  action: string | Partial<Record<AlertEntity, string>>;
}

const compare = 'Compare its reasons with last week’s.';

/** The states that are alerts. */
const ofStates: Record<string, AlertOfState> = {
  unhealthy: {
    kind: 'unusable',
    tone: 'bad',
    action: { tag: 'Test the tag and check its URL.', adexchange: 'Check its endpoint and ask the partner.' },
  },
  timeouts: {
    kind: 'timeouts',
    tone: 'warn',
    action: 'Ask the partner for faster responses, raise its timeout, or pause it.',
  },
  player_errors: { kind: 'errors', tone: 'bad', action: 'Test the tag and check its URL.' },
  unfilled: { kind: 'no_fill', tone: 'bad', action: 'Check the tags in its waterfall.' },
  ivt: { kind: 'ivt', tone: 'warn', action: 'Review its traffic sources, or block invalid traffic.' },
  no_demand: { kind: 'no_demand', tone: 'warn', action: 'Add or enable a tag that can serve.' },
  no_requests: { kind: 'no_requests', tone: 'warn', action: 'Check that the publisher uses its tag.' },
  sudden_zero: {
    kind: 'zero',
    tone: 'bad',
    action: {
      tag: 'Test the tag, and check its place in the waterfalls.',
      channel: 'Check that the publisher still uses its tag.',
      campaign: 'See why it does not bid or win.',
      supplier: 'Ask the supplier whether it still sends requests to the endpoint.',
      adexchange: 'Check its endpoint and ask the partner.',
    },
  },
  off_usual: {
    kind: 'off_usual',
    tone: 'warn',
    action: {
      tag: compare,
      channel: compare,
      campaign: 'See why it bids or wins less.',
      supplier: 'Ask the supplier what changed, and check floors and targeting.',
      adexchange: 'Ask the partner what changed, and check the floor.',
    },
  },
  capped: { kind: 'capped', tone: 'info', action: 'Raise the cap to resume serving.' },
  no_creative: { kind: 'no_bids', tone: 'warn', action: 'Add or activate a creative of the campaign’s type.' },
  not_approved: {
    kind: 'no_bids',
    tone: 'warn',
    action: 'Approve a creative, or wait for its review.',
    page: { entity: 'creative', label: 'View creatives', href: '/creatives?review=pending,rejected' },
  },
  creatives_blocked: {
    kind: 'no_bids',
    tone: 'bad',
    action: 'Fix or accept the findings of its creatives.',
    page: { entity: 'creative', label: 'View creatives', href: '/creatives?scan=blocked' },
  },
  no_supply: { kind: 'no_bids', tone: 'warn', action: 'Select an active deal, or allow open market bids.' },
  below_deal: { kind: 'no_bids', tone: 'warn', action: 'Raise the bid.' },
  behind: { kind: 'pace', tone: 'warn', action: 'The campaign is behind pace: raise the bid or widen the targeting.' },
  ahead: { kind: 'pace', tone: 'info', action: 'The campaign is ahead of pace: lower the bid or change the pacing.' },
  budget_out: { kind: 'capped', tone: 'info', action: 'Raise the budget or impression cap to resume bidding.' },
  scan_blocked: { kind: 'rejected', tone: 'bad', action: 'Fix or accept its findings.' },
  rejected: { kind: 'rejected', tone: 'warn', action: 'Change the creative and have it reviewed again.' },
  refused: { kind: 'rejected', tone: 'warn', action: 'Change the creative, or ask the supplier for the rule.' },
  bad_certificate: {
    kind: 'certificate',
    tone: 'bad',
    action: 'Calls over https fail. Ask the partner to replace it, or change the URL.',
  },
  certificate_ends: { kind: 'certificate', tone: 'warn', action: 'Ask the partner to renew it in time.' },
  lost_ads_txt: { kind: 'ads_txt', tone: 'bad', action: 'Ask the publisher to add the line again.' },
};

/** States under which a problem of an object has no effect: outside of its flight, or used by nothing. */
const withoutEffect: ReadonlySet<string> = new Set(['ended', 'scheduled', 'unused']);

/** The alerts of an active object, from its states; none outside of its flight. */
export function alertsOf(object: NonNullable<DashboardAlert['object']>, states: readonly RowState[]): FoundAlert[] {
  if (states.some(({ code }) => withoutEffect.has(code))) return [];
  return states.flatMap(({ code, text, fix }): FoundAlert[] => {
    const known = ofStates[code];
    if (!known) return [];
    const { action, ...alert } = known;
    const advice = typeof action === 'string' ? action : (action[object.entity] ?? '');
    const page = known.page ?? pageOf(object, known.kind);
    return [{ ...alert, cause: code, object, text: `${text} ${advice}`, fix: fix ?? null, ...(page ? { page } : {}) }];
  });
}

/** The kinds of alerts that a test of the tag explains best. */
const tested: readonly AlertKind[] = ['unusable', 'errors', 'timeouts', 'zero', 'certificate'];
/** The kinds of alerts that the reasons of lost requests explain best. */
const explained: readonly AlertKind[] = ['no_fill', 'off_usual', 'zero'];

function pageOf({ entity, id }: NonNullable<DashboardAlert['object']>, kind: AlertKind): DashboardAlert['page'] {
  if (entity === 'tag' && tested.includes(kind)) return { entity, label: 'Test tag', href: `/tester?tag=${id}` };
  if (entity === 'channel' && explained.includes(kind)) {
    return { entity, label: 'Why no ad?', href: `/why?channel=${id}` };
  }
  return undefined;
}

/** The alerts of the verification quotas. */
export function quotaAlerts(quota: Record<'imps' | 'reports', { used: number; max: number }>): FoundAlert[] {
  const words = { imps: 'measured impressions', reports: 'post-bid reports' };
  return (['imps', 'reports'] as const).flatMap((key): FoundAlert[] => {
    const { used, max } = quota[key];
    if (max === 0 || used / max < alertThresholds.quotaShare) return [];
    const text = `${counted(used)} of this month’s ${counted(max)} ${words[key]} are used. The platform operator can raise the quota.`;
    return [
      { kind: 'quota', cause: `quota_${key}`, tone: used >= max ? 'bad' : 'warn', object: null, text, fix: null },
    ];
  });
}
