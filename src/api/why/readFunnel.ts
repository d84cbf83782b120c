import type { EntityStore } from '#storage/entities/entityStore.ts';
import { addDays, dayAt, type ReportRow } from '#reports/index.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { readReport, type ReportDeps, type ReportRejection } from '../reports/readReport.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { namesFor } from './namesFor.ts';
import type { WhyFunnel, WhyLoss, WhyStep } from './whyContract.ts';
import type { WhyKind, WhyPeriod } from './whyKinds.ts';
import { candidateReason, candidateEntityOf, supplyReason, type LossOwners } from './whyReasons.ts';

/** The object and the period of a funnel. */
export interface FunnelQuery {
  /** Absent = everything that the caller sees. */
  object: { kind: WhyKind; id: number; owners: LossOwners } | null;
  period: WhyPeriod;
}

/** A funnel, or the rejection. */
export type FunnelResult = { ok: true; funnel: WhyFunnel } | { ok: false; rejection: ReportRejection };

/** Reasons of requests that passed the supply filters. */
const passedFilterReasons: readonly string[] = ['no_candidates', 'no_answer'];

/** Maximum losses in a funnel, the largest first. */
const maxLosses = 500;

/** Counts from calls to impressions, with the reasons of every loss, as reports count them. */
export async function readFunnel(
  deps: ReportDeps & { entities: Pick<EntityStore, 'getMany'>; now: () => Date },
  user: SessionUser,
  { object, period }: FunnelQuery,
  signal: AbortSignal,
): Promise<FunnelResult> {
  const { from, to } = rangeOf(period, deps.now(), user.timezone);
  const filters = object ? [{ dim: object.kind, op: 'in', values: [object.id] }] : [];
  const queryReport = (dimensions: string[], metrics: string[], limit = maxLosses) =>
    readReport(
      deps,
      user,
      { startDate: from, endDate: to, dimensions, metrics, filters, limit, sort: [{ key: metrics[0], dir: 'desc' }] },
      signal,
    );
  // Requests belong to no tag: the funnel of a tag, or of some advertisers, only has the demand side.
  const isOfDemand = object?.kind === 'tag' || user.scope.advertiserIds !== null;
  const breakdown = breakdownOf(object?.kind);
  const [requests, candidates] = await Promise.all([
    isOfDemand ? null : queryReport(['reason'], ['calls', 'reqs', 'missed', 'opps', 'ads', 'imps']),
    queryReport(['reason', breakdown], ['candidates', 'reqs', 'opps', 'ads', 'imps']),
  ]);
  if (requests && !requests.ok) return requests;
  if (!candidates.ok) return candidates;
  const owners = object?.owners ?? {};
  const [details, total] = split(candidates.rows);
  const scope = scopeOf(user);
  // Among candidates, ad exchanges have negative ids.
  const idIn = (row: ReportRow) => (breakdown === 'adexchange' ? -count(row, breakdown) : count(row, breakdown));
  const ids = details.map(idIn);
  const names = await namesFor(deps.entities, scope, {
    channels: breakdown === 'channel' ? ids : [],
    tags: breakdown === 'channel' ? [owners.tag ?? 0] : ids,
  });
  const losses: WhyLoss[] = details
    .filter((row) => row['reason'] !== '' && count(row, 'candidates') > 0)
    .map((row) => {
      const id = idIn(row);
      const candidate = breakdown === 'channel' ? (owners.tag ?? 0) : id;
      const about = id === 0 ? owners : { ...owners, [breakdown]: Math.abs(id) };
      return {
        ...candidateReason(String(row['reason']), about, user, {
          kind: candidateEntityOf(candidate),
          row: names.tagRow(candidate),
        }),
        at: count(row, 'reqs') > 0 ? 'lost' : 'excluded',
        count: count(row, 'candidates'),
        ...(breakdown === 'channel' ? { channel: names.channel(id) } : { tag: names.tag(id) }),
      };
    });
  if (!requests) {
    return {
      ok: true,
      funnel: { from, to, steps: [...tagSteps(total), ...adSteps(total), step('imps', total)], losses },
    };
  }
  const [filterRows, all] = split(requests.rows);
  const refused = filterRows
    .filter((row) => row['reason'] !== '' && count(row, 'calls') > 0)
    .map((row): WhyLoss => {
      const reason = String(row['reason']);
      const at =
        reason === 'no_candidates' ? 'missed' : passedFilterReasons.includes(reason) ? 'unanswered' : 'blocked';
      return { ...supplyReason(reason, owners, user), at, count: count(row, 'calls') };
    });
  const calls = count(all, 'calls');
  const reqs = count(all, 'reqs');
  const steps: WhyStep[] = [
    { key: 'calls', count: calls },
    { key: 'blocked', count: calls - reqs },
    { key: 'reqs', count: reqs },
    step('missed', all),
    ...tagSteps(total),
    step('opps', all),
    ...adSteps(all),
    step('imps', all),
  ];
  return { ok: true, funnel: { from, to, steps, losses: [...refused, ...losses] } };
}

/** The dimension by which losses are broken down, beside their reasons. */
function breakdownOf(kind: WhyKind | undefined): 'channel' | 'adexchange' | 'tag' {
  if (kind === 'tag') return 'channel';
  return kind === 'supplier' ? 'adexchange' : 'tag';
}

/** The steps of tags: considered, called, and those that responded with a usable ad. */
function tagSteps(row: ReportRow): WhyStep[] {
  return [
    { key: 'considered', count: count(row, 'candidates') },
    { key: 'called', count: count(row, 'reqs') },
    { key: 'answered', count: count(row, 'opps') },
  ];
}

/** The ads of pods; nothing where each opportunity is one ad. */
function adSteps(row: ReportRow): WhyStep[] {
  return count(row, 'ads') > count(row, 'opps') ? [step('ads', row)] : [];
}

function step(key: 'missed' | 'opps' | 'ads' | 'imps', row: ReportRow): WhyStep {
  return { key, count: count(row, key) };
}

/** Splits the rows of a report from its totals, which come last. */
function split(rows: readonly ReportRow[]): [ReportRow[], ReportRow] {
  return [rows.slice(0, -1), rows.at(-1) ?? {}];
}

function count(row: ReportRow, key: string): number {
  return Number(row[key] ?? 0);
}

function rangeOf(period: WhyPeriod, now: Date, timezone: number): { from: string; to: string } {
  const today = dayAt(now.getTime(), timezone);
  const yesterday = addDays(today, -1);
  if (period === 'last7') return { from: addDays(today, -6), to: today };
  return period === 'today' ? { from: today, to: today } : { from: yesterday, to: yesterday };
}
