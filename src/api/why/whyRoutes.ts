import { candidateOf } from '#engine/plan.ts';
import { campaignFates } from '#engine/replay/campaignFates.ts';
import { z } from 'zod';
import { maxId } from '#model/index.ts';
import { reportScopeOf, viewerOf } from '#reports/index.ts';
import type { SessionUser } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';
import { describeLine, describeTrace } from './describeTraces.ts';
import { namesFor } from './namesFor.ts';
import { readFunnel } from './readFunnel.ts';
import { readTrace, readTraces } from './traceStore.ts';
import { whenReady } from './whenReady.ts';
import { traceKinds, whyKinds, whyPeriods, type TraceKind, type WhyTraces } from './whyContract.ts';
import type { LossOwners } from './whyReasons.ts';
import { funnelSchema, traceSchema, tracesSchema } from './whySchemas.ts';

const access = { entity: 'channel', action: 'read' } as const;

const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Must be an id')
  .refine((text) => Number(text) <= maxId, 'Must be an id');

const funnelQuery = z
  .strictObject({
    kind: z.enum(whyKinds).optional(),
    id: idText.optional(),
    period: z.enum(whyPeriods).default('today'),
  })
  .refine(({ kind, id }) => (kind === undefined) === (id === undefined), {
    message: 'Give kind and id, or neither',
    path: ['id'],
  });

const tracesQuery = z
  .strictObject({
    kind: z.enum(traceKinds).optional(),
    id: z.string().min(1).max(64).optional(),
    outcome: z.enum(['filled', 'unfilled']).optional(),
    reason: z
      .string()
      .regex(/^\w{1,64}$/, 'Must be a reason')
      .optional(),
    since: z.iso.datetime().optional().describe('Only later ones: ask again with the time of the latest'),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  })
  .refine(({ kind, id }) => (kind === undefined) === (id === undefined), {
    message: 'Give kind and id, or neither',
    path: ['id'],
  })
  .refine(({ kind, id }) => kind === undefined || kind === 'device' || idText.safeParse(id).success, {
    message: 'Must be an id',
    path: ['id'],
  });

const serveIdParam = z.object({ serveId: z.string().regex(/^[\w-]{16}$/, 'Must be the id of a request') });

/** Why there was no ad: how many requests were lost where, and how single ones were decided. */
export function whyRoutes(deps: ApiDeps): Route[] {
  const { entities, facts, config, turns, now } = deps;
  const reports = { facts, entities, factsDays: config.FACTS_DAYS, rollupDays: config.ROLLUP_DAYS, turns, now };

  /** The objects that losses of an object belong to; null when the caller sees no such object. */
  async function ownersOf(
    kind: Exclude<TraceKind, 'device'>,
    id: number,
    user: SessionUser,
  ): Promise<LossOwners | null> {
    const row = await entities.get(kind, id, scopeOf(user));
    if (!row) return null;
    const owners: LossOwners = { [kind]: id, ...(row.demandId === null ? {} : { demand: row.demandId }) };
    return 'advertiserId' in row ? { ...owners, advertiser: row.advertiserId } : owners;
  }

  return [
    defineRoute({
      method: 'GET',
      path: '/api/demand/why/funnel',
      summary: 'Tell how many calls of an object came to impressions, and why the others did not',
      chapter: 'Why',
      access,
      query: funnelQuery,
      answers: { 200: { description: 'The steps, and the reasons of every loss', schema: funnelSchema } },
      refuses: [404, 422],
      async handler({ query, user, signal }) {
        const { kind, period } = query;
        const id = Number(query.id);
        const owners = kind ? await ownersOf(kind, id, user) : null;
        if (kind && !owners) return notFound();
        const object = kind && owners ? { kind, id, owners } : null;
        const answer = await readFunnel(reports, user, { object, period }, signal);
        return answer.ok ? ok(answer.funnel) : answer.refusal;
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/demand/why/traces',
      summary: 'List the latest requests whose decision was kept',
      chapter: 'Why',
      access,
      query: tracesQuery,
      answers: { 200: { description: 'Latest first', schema: tracesSchema } },
      refuses: [404],
      handler: ({ query, user, signal }) =>
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
          const describer = { names, role: user.role, advertiserIds: scope.advertiserIds };
          const answer: WhyTraces = {
            rows: rows.map((row) => describeLine(row, describer)),
            now: now().toISOString(),
          };
          return ok(answer);
        }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/demand/why/traces/{serveId}',
      summary: 'Tell how one request was decided',
      chapter: 'Why',
      access,
      params: serveIdParam,
      answers: { 200: { description: 'Everything that its trace holds', schema: traceSchema } },
      refuses: [404],
      handler: ({ params, user, signal }) =>
        whenReady(async () => {
          const scope = reportScopeOf(viewerOf(user));
          const trace = await readTrace(facts, scope, params.serveId, signal);
          if (!trace) return notFound();
          const { body } = trace;
          const names = await namesFor(entities, scopeOf(user), {
            channels: [trace.channelId],
            suppliers: [trace.supplierId],
            tags: body.candidates.map(candidateOf),
            campaigns: campaignFates(body)?.map(({ campaignId }) => campaignId) ?? [],
          });
          return ok(describeTrace(trace, { names, role: user.role, advertiserIds: scope.advertiserIds }));
        }),
    }),
  ];
}
