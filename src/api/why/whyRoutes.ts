import { candidateOf } from '#engine/plan/plan.ts';
import { tracedCampaignOutcomes } from '#engine/replay/tracedCampaignOutcomes.ts';
import { reportScopeOf, viewerOf } from '#reports/index.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { describeLine, describeTrace } from './describeTraces.ts';
import { namesFor } from './namesFor.ts';
import { readFunnel } from './readFunnel.ts';
import { readTrace, readTraces } from './traceStore.ts';
import { whenReady } from './whenReady.ts';
import { whyContract } from './whyContract.ts';
import type { TraceKind } from './whyKinds.ts';
import type { LossOwners } from './whyReasons.ts';

/** Routes that show why there was no ad: a funnel with all losses, and single traced requests. */
export function whyRoutes(deps: ApiDeps): Route[] {
  const { entities, facts, config, queue, now } = deps;
  const reports = { facts, entities, factsDays: config.FACTS_DAYS, rollupDays: config.ROLLUP_DAYS, queue, now };

  /** The objects that an object's losses belong to; null when the caller sees no such object. */
  async function ownersOf(
    kind: Exclude<TraceKind, 'device'>,
    id: number,
    user: SessionUser,
  ): Promise<LossOwners | null> {
    const row = await entities.get(kind, id, scopeOf(user));
    if (!row) return null;
    return {
      [kind]: id,
      ...(row.demandId === null ? {} : { demand: row.demandId }),
      ...('advertiserId' in row ? { advertiser: row.advertiserId } : {}),
      ...('subpublisherId' in row && row.subpublisherId !== null ? { subpublisher: row.subpublisherId } : {}),
    };
  }

  return [
    implement(whyContract.readFunnel, async ({ query, user, signal }) => {
      const { kind, period } = query;
      const id = Number(query.id);
      const owners = kind ? await ownersOf(kind, id, user) : null;
      if (kind && !owners) return notFound();
      const object = kind && owners ? { kind, id, owners } : null;
      const result = await readFunnel(reports, user, { object, period }, signal);
      return result.ok ? ok(result.funnel) : result.rejection;
    }),
    implement(whyContract.listTraces, ({ query, user, signal }) =>
      whenReady(async () => {
        const { kind, id, since } = query;
        if (kind && kind !== 'device' && !(await ownersOf(kind, Number(id), user))) return notFound();
        const scope = reportScopeOf(viewerOf(user));
        const sinceMs = since === undefined ? undefined : Date.parse(since);
        const rows = await readTraces(facts, scope, { ...query, since: sinceMs }, signal);
        const names = await namesFor(entities, scopeOf(user), {
          channels: rows.map(({ channelId }) => channelId),
          suppliers: rows.map(({ supplierId }) => supplierId),
          tags: rows.flatMap(({ winners }) => winners.map(({ tagId }) => Number(tagId))),
        });
        const describer = { names, user, advertiserIds: scope.advertiserIds };
        return ok({
          rows: rows.map((row) => describeLine(row, describer)),
          now: now().toISOString(),
        });
      }),
    ),
    implement(whyContract.readTrace, ({ params, user, signal }) =>
      whenReady(async () => {
        const scope = reportScopeOf(viewerOf(user));
        const trace = await readTrace(facts, scope, params.serveId, signal);
        if (!trace) return notFound();
        const { body } = trace;
        const names = await namesFor(entities, scopeOf(user), {
          channels: [trace.channelId],
          suppliers: [trace.supplierId],
          tags: body.candidates.map(candidateOf),
          campaigns: tracedCampaignOutcomes(body)?.map(({ campaignId }) => campaignId) ?? [],
        });
        return ok(describeTrace(trace, { names, user, advertiserIds: scope.advertiserIds }));
      }),
    ),
  ];
}
