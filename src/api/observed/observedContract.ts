import { z } from 'zod';
import { adsTxtVerdicts } from '#model/supply/adsTxt.ts';
import { accountRoles, type Role } from '#model/index.ts';
import type { ObservedKind, ObservedName } from '#model/supply/observedInventory.ts';
import { namedSchema } from '../responseValues.ts';
import type { RouteDeclaration } from '../routeDeclaration.ts';
import { observedQuerySchema } from './observedQuery.ts';

/** Days of the figures, today included. */
export const rangeDays = 7;

const figuresSchema = z.record(z.string(), z.union([z.number(), z.string(), z.null()]));

const adsTxtSchema = z.object({
  verdict: z.enum(adsTxtVerdicts).describe('Whether it authorizes a seller of the account. For admins: any seller'),
  host: z.string().nullable().describe('Host of the file, or where it was requested. Null = unknown'),
  readAt: z.iso.datetime().nullable().describe('When it was last fetched. Null = never'),
  outcome: z.string().describe('Result of the last fetch: ok, http_404, timeout, not_text … Empty = not fetched yet'),
});

/** The state of a site's or app's ads.txt file. */
export type ObservedAdsTxt = z.output<typeof adsTxtSchema>;

const namingList = namedSchema.extend({ mode: z.string() });

/** A list that contains the row. */
export type NamingList = z.output<typeof namingList>;

const rowSchema = z.object({
  key: z.string().describe('Bundle, domain, publisher ID or key of the creative'),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime().describe('Accurate to the hour'),
  declared: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  figures: figuresSchema,
  lists: z.array(namingList),
  tags: z.array(namedSchema).optional().describe('Creatives: the tags that returned it in the range'),
  adsTxt: adsTxtSchema
    .optional()
    .describe('ads.txt of a site or app-ads.txt of an app, and whether it authorizes a seller of the caller'),
});

/** A row of observed inventory. Money is decimal USD text, a rate a fraction of 1; null when it is undefined. */
export type ObservedRow = z.output<typeof rowSchema>;

const pageSchema = z.object({
  rows: z.array(rowSchema),
  total: z.int(),
  page: z.int(),
  size: z.int(),
  totals: figuresSchema,
  from: z.iso.date(),
  to: z.iso.date(),
});

/** A page of observed inventory. */
export type ObservedPage = z.output<typeof pageSchema>;

/** Roles that see each kind of observed inventory, as in the console: those that work with traffic. */
const rolesOf = ({ name }: ObservedKind): readonly Role[] =>
  name === 'apps' ? ['super', 'admin', ...accountRoles] : accountRoles;

/** The route of one kind of observed inventory. */
export function observedRoute<const Name extends ObservedName>(kind: ObservedKind & { name: Name }) {
  return {
    method: 'GET',
    path: `/api/observed/${kind.name}`,
    summary: `List the ${kind.name} observed in traffic, with metrics of the last ${rangeDays} days`,
    chapter: 'Observed inventory',
    access: { roles: rolesOf(kind) },
    query: observedQuerySchema(kind),
    responses: {
      200: {
        description:
          'One page of rows with declared values, metrics, and the lists that include them. Money is exact decimal USD text. ' +
          'A rate is a ratio (0.1 = 10%), null if its divisor is zero or not available to the caller.',
        schema: pageSchema,
      },
    },
  } as const satisfies RouteDeclaration;
}
