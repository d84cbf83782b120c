import { explainEmpty, explainSql, knownTrafficSql, type EmptyReason, type ReportSql } from '#reports/index.ts';
import { reject } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { runInTurn, type ReportDeps, type ReportRejection } from './readReport.ts';
import { retentionDaysOf, planFor } from './planFor.ts';
import { queryBounded } from './runReport.ts';
import { withPartners } from './withPartners.ts';
import { rejectionOf } from './rejectionOf.ts';

/** The reasons why a report is empty, or the rejection. */
export type ReportExplanation = { ok: true; reasons: EmptyReason[] } | { ok: false; rejection: ReportRejection };

/** Explains, with the rights of a user, why a report is empty. */
export async function explainReport(
  deps: ReportDeps,
  user: SessionUser,
  body: unknown,
  signal: AbortSignal,
): Promise<ReportExplanation> {
  const { facts } = deps;
  const planned = planFor(user, body, deps);
  if (!planned.ok) return { ok: false, rejection: reject(422, planned.faults) };
  const plan = await withPartners(deps, planned.plan);
  const runStatement = (statement: ReportSql) =>
    runInTurn(deps, user, signal, () => queryBounded<Record<string, string>>(facts, statement, 'report', signal));
  const counted = await runStatement(explainSql(plan));
  if (counted.outcome !== 'done') return { ok: false, rejection: rejectionOf(counted.outcome) };
  const counts = counted.rows[0] ?? {};
  const inRange = Number(counts['in_range'] ?? 0);
  // The days with traffic are only needed when the range has none.
  const traffic = inRange > 0 ? null : await runStatement(knownTrafficSql(plan));
  if (traffic && traffic.outcome !== 'done') return { ok: false, rejection: rejectionOf(traffic.outcome) };
  const { found = 0, first = '', last = '' } = traffic?.rows[0] ?? {};
  const reasons = explainEmpty(
    plan,
    {
      inRange,
      passing: Number(counts['passing'] ?? 0),
      without: plan.request.filters.map((_, index) => Number(counts[`without${index}`] ?? 0)),
      known: Number(found) > 0 ? { first, last } : null,
    },
    retentionDaysOf(deps),
  );
  return { ok: true, reasons };
}
