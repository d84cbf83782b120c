import { z } from 'zod';
import { reportRoles } from '#model/index.ts';
import {
  catalogueFor,
  dimensionOf,
  formatRows,
  idsToName,
  isDimensionKey,
  normalizeReport,
  planReport,
  reportBodySchema,
  type ReportNames,
  type ReportPlan,
  type ReportViewer,
  type StoredRow,
} from '#reports/index.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import type { Problem, SessionUser } from '../contract.ts';
import { defineRoute, ok, refuse, type Route } from '../route.ts';
import { runReport, type Facts } from './runReport.ts';

/** What reports work with. */
export interface ReportDeps {
  facts: Facts;
  entities: Pick<EntityStore, 'listNames'>;
  /** Days that single events are kept. */
  factsDays: number;
}

const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

const catalogueSchema = z.object({
  dimensions: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      definition: z.string(),
      group: z.string(),
      kind: z.enum(['time', 'id', 'number', 'text']),
      entity: z.string().nullable(),
      choices: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })).nullable(),
    }),
  ),
  metrics: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      definition: z.string(),
      group: z.string(),
      unit: z.enum(['count', 'usd', 'ratio']),
      denominator: z.string().nullable(),
      sides: z.array(z.enum(['supply', 'demand', 'events'])),
    }),
  ),
});

/** Running reports, and what can be asked. */
export function reportRoutes(deps: ReportDeps): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/rrun',
      summary: 'Run a report',
      chapter: 'Reports',
      access: { roles: reportRoles },
      body: reportBodySchema,
      answers: {
        200: {
          description:
            'The rows in the asked order and, as the last element, the totals of all that the filters match, with every ' +
            'dimension null. Money is exact decimal USD text, a rate is a part of 1, and null where its divisor is zero.',
          schema: z.array(rowSchema),
        },
      },
      async handler({ body, user, signal }) {
        const viewer = viewerOf(user);
        const normalized = normalizeReport(body, viewer);
        if (!normalized.ok) return refuse(422, normalized.faults);
        const planned = planReport(normalized.request, viewer, deps.factsDays);
        if (!planned.ok) return refuse(422, planned.faults);
        const { plan } = planned;
        const result = await runReport(deps.facts, plan, signal);
        if (result.outcome === 'busy') return refuse(503, [whyNot.busy]);
        if (result.outcome !== 'done') return refuse(422, [whyNot[result.outcome]]);
        return ok(formatRows(plan, result.rows, await namesOf(deps.entities, plan, result.rows)));
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/reports/catalogue',
      summary: 'List the dimensions and metrics of reports that the caller may use',
      chapter: 'Reports',
      access: { roles: reportRoles },
      answers: { 200: { description: 'Dimensions and metrics with their definitions', schema: catalogueSchema } },
      handler: ({ user }) => Promise.resolve(ok(catalogueFor(user.role))),
    }),
  ];
}

const smaller = 'choose fewer days, fewer dimensions or a filter';

const whyNot: Record<'tooLong' | 'tooLarge' | 'busy' | 'left', Problem> = {
  tooLong: { code: 'report_too_long', message: `The report took too long; ${smaller}`, path: '' },
  tooLarge: { code: 'report_too_large', message: `The report is too large; ${smaller}`, path: '' },
  busy: { code: 'busy', message: 'Too many reports are running; try again in a moment', path: '' },
  left: { code: 'caller_left', message: 'The caller went away', path: '' },
};

/** Ids that one statement of PostgreSQL looks up; it takes at most 65,535 parameters. */
const idsAtOnce = 10_000;

function viewerOf({ role, demandId, subpublisherId, advertiserId, timezone }: SessionUser): ReportViewer {
  return { role, demandId, subpublisherId, advertiserId, timezone };
}

/** The names of the ids of an answer, archived rows included; those of other accounts have none. */
async function namesOf(entities: ReportDeps['entities'], plan: ReportPlan, rows: StoredRow[]): Promise<ReportNames> {
  const scope = plan.scope.demandId === null ? 'all' : [plan.scope.demandId];
  const names: ReportNames = {};
  for (const [key, ids] of Object.entries(idsToName(plan, rows))) {
    if (!isDimensionKey(key)) continue;
    const entity = dimensionOf(key).entity;
    if (!entity) continue;
    const named = new Map<number, string>();
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const batch = ids.slice(from, from + idsAtOnce);
      const found = await entities.listNames(entity, { scope, isArchivedShown: true, ids: batch });
      for (const { id, name } of found) named.set(id, name);
    }
    names[key] = named;
  }
  return names;
}
