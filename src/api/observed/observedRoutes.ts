import { z } from 'zod';
import { adsTxtVerdicts, type ObservedAdsTxt } from '#model/adsTxt.ts';
import { accountRoles, type Role } from '#model/index.ts';
import { observedKinds, type ObservedKind, type ObservedPage, type ObservedRow } from '#model/observed.ts';
import { addDays, dayAt, dayNumber, reportScopeOf, viewerOf } from '#reports/index.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { isUnready } from '../reports/runReport.ts';
import { defineRoute, ok, refuse, type Route } from '../route.ts';
import { adsTxtOfRows } from './adsTxtOfRows.ts';
import { observedQuerySchema } from './observedQuery.ts';
import { readObserved } from './readObserved.ts';
import { listsOfRows, tagsOfCreatives } from './relationsOf.ts';

/** Days of the figures, the present one included. */
const rangeDays = 7;

const figuresSchema = z.record(z.string(), z.union([z.number(), z.string(), z.null()]));

const pageSchema = z.object({
  rows: z.array(
    z.object({
      key: z.string(),
      firstSeen: z.iso.datetime(),
      lastSeen: z.iso.datetime(),
      told: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      figures: figuresSchema,
      lists: z.array(z.object({ id: z.int(), name: z.string(), mode: z.string() })),
      tags: z.array(z.object({ id: z.int(), name: z.string() })).optional(),
      adsTxt: z
        .object({
          verdict: z.enum(adsTxtVerdicts),
          host: z.string().nullable(),
          readAt: z.iso.datetime().nullable(),
          outcome: z.string(),
        })
        .optional()
        .describe('Of a site its ads.txt, of an app its app-ads.txt, and whether it names a seller of the caller’s'),
    }),
  ),
  total: z.int(),
  page: z.int(),
  size: z.int(),
  totals: figuresSchema,
  from: z.iso.date(),
  to: z.iso.date(),
});

/** Who sees which catalogue: as the pages of the console, those who look at traffic. */
const rolesOf = ({ name }: ObservedKind): readonly Role[] =>
  name === 'apps' ? ['super', 'admin', ...accountRoles] : accountRoles;

/** The catalogues of what traffic showed. */
export function observedRoutes(deps: ApiDeps): Route[] {
  return observedKinds.map((kind) => observedRoute(deps, kind));
}

function observedRoute(deps: ApiDeps, kind: ObservedKind): Route {
  const { facts, now } = deps;
  return defineRoute({
    method: 'GET',
    path: `/api/observed/${kind.name}`,
    summary: `The ${kind.name} that traffic showed, with the figures of the last ${rangeDays} days`,
    chapter: 'Observed inventory',
    access: { roles: rolesOf(kind) },
    query: observedQuerySchema(kind),
    answers: {
      200: {
        description:
          'A page, what was told of each row, its figures, and the lists that name it. Money is exact decimal USD text, ' +
          'a rate is a part of 1, and null where its divisor is zero or the caller’s scope has no such facts.',
        schema: pageSchema,
      },
    },
    async handler({ query, user, signal }) {
      const scope = reportScopeOf(viewerOf(user));
      const to = dayAt(now().getTime(), user.timezone);
      const from = addDays(to, 1 - rangeDays);
      const secondsAt = (day: string) => dayNumber(day) * 86_400 - user.timezone * 3600;
      const range = { fromSeconds: secondsAt(from), untilSeconds: secondsAt(addDays(to, 1)) };
      try {
        const { rows, total, totals } = await readObserved(facts, kind, query, { scope, range, signal });
        const keys = rows.map(({ key }) => key);
        const { inventory } = kind;
        const [lists, files, tags] = await Promise.all([
          listsOfRows(deps, kind, rows, scopeOf(user)),
          inventory === 'site' || inventory === 'app' ? adsTxtOfRows(deps, inventory, keys, user) : null,
          kind.inventory === 'creative' ? tagsOfCreatives(deps, keys, { scope, range, rows: scopeOf(user) }) : null,
        ]);
        const page: ObservedPage = {
          rows: rows.map((row) => ({
            ...row,
            lists: lists.get(row.key) ?? [],
            ...(tags ? { tags: tags.get(row.key) ?? [] } : {}),
            ...adsTxtIn(files, row.key),
          })),
          total,
          page: query.page,
          size: query.size,
          totals,
          from,
          to,
        };
        return ok(page);
      } catch (error) {
        if (isUnready(error)) return unready;
        throw error;
      }
    },
  });
}

function adsTxtIn(files: ReadonlyMap<string, ObservedAdsTxt> | null, key: string): Pick<ObservedRow, 'adsTxt'> {
  const adsTxt = files?.get(key);
  return adsTxt ? { adsTxt } : {};
}

const unready = refuse(
  503,
  [{ code: 'catalogue_not_ready', message: 'The catalogue is being set up; try again in a moment', path: '' }],
  { 'retry-after': '5' },
);
