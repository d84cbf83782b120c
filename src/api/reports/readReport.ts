import {
  dimensionOf,
  formatRows,
  idsToName,
  keysToTitle,
  isDimensionKey,
  type ReportNames,
  type ReportPlan,
  type ReportRow,
  type StoredRow,
} from '#reports/index.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import { titlesOfCreatives } from '../observed/titlesOfCreatives.ts';
import { reject, type Rejection } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { FairQueue } from './fairQueue.ts';
import { planFor, type Retention } from './planFor.ts';
import { rejectionOf } from './rejectionOf.ts';
import { withPartners } from './withPartners.ts';
import { laneOf, runReport, type FactReader, type ReportOutcome } from './runReport.ts';

export interface ReportDeps extends Retention {
  facts: FactReader;
  entities: Pick<EntityStore, 'listNames' | 'listPartners'>;
  /** Queues the heavy statements. */
  queue: FairQueue;
}

/** The rejection of a report: the request has faults or is too large, or figures are unavailable. */
export type ReportRejection = Rejection<422 | 503>;

/** The rows of a report, the totals last, and their plan; or the rejection. */
export type ReportResult =
  | { ok: true; plan: ReportPlan; rows: ReportRow[] }
  | { ok: false; rejection: ReportRejection };

/** Reads a report with the rights of a user: for POST /api/rrun, saved and shared reports, and figures in lists. */
export async function readReport(
  deps: ReportDeps,
  user: SessionUser,
  body: unknown,
  signal: AbortSignal,
): Promise<ReportResult> {
  const refused = (rejection: ReportRejection): ReportResult => ({ ok: false, rejection });
  const planned = planFor(user, body, deps);
  if (!planned.ok) return refused(reject(422, planned.faults));
  const plan = await withPartners(deps, planned.plan);
  const run = () => runReport(deps.facts, plan, signal);
  const result = laneOf(plan) === 'small' ? await run() : await runInTurn(deps, user, signal, run);
  if (result.outcome !== 'done') return refused(rejectionOf(result.outcome));
  return { ok: true, plan, rows: formatRows(plan, result.rows, await namesOf(deps, plan, result.rows)) };
}

/** Runs heavy statements when it is the turn of the user's account. */
export async function runInTurn<Row>(
  { queue }: Pick<ReportDeps, 'queue'>,
  { id, demandId }: SessionUser,
  signal: AbortSignal,
  run: () => Promise<ReportOutcome<Row>>,
): Promise<ReportOutcome<Row>> {
  const owner = demandId === null ? `user ${id}` : `account ${demandId}`;
  return (await queue.run(owner, signal, run)) ?? { outcome: signal.aborted ? 'left' : 'busy' };
}

/** Ids per PostgreSQL statement, which takes at most 65,535 parameters. */
const batchSize = 10_000;

/** Reads the names of the ids and creatives in rows, archived ones included; those of other accounts have none. */
export async function namesOf(
  { entities, facts }: Pick<ReportDeps, 'entities' | 'facts'>,
  plan: ReportPlan,
  rows: StoredRow[],
): Promise<ReportNames> {
  const scope = plan.scope.demandId === null ? 'all' : [plan.scope.demandId];
  const names: ReportNames = {};
  for (const [key, ids = []] of Object.entries(idsToName(plan, rows))) {
    if (!isDimensionKey(key)) continue;
    const entity = dimensionOf(key).entity;
    if (!entity) continue;
    const named = new Map<number, string>();
    for (let from = 0; from < ids.length; from += batchSize) {
      const batch = ids.slice(from, from + batchSize);
      const found = await entities.listNames(entity, { scope, isArchivedShown: true, ids: batch });
      for (const { id, name } of found) named.set(id, name);
    }
    names[key] = named;
  }
  const keys = keysToTitle(plan, rows);
  if (keys.length > 0) names.creative = await titlesOfCreatives(facts, plan.scope.demandId, keys);
  return names;
}
