import { z } from 'zod';
import { campaignTypes } from '#model/campaign.ts';
import type { ApiDeps } from '../deps.ts';
import { idInText, searchText, wholeNumber } from '../entities/listQuery.ts';
import { isUnready } from '../reports/runReport.ts';
import { defineRoute, ok, refuse, type Route } from '../route.ts';
import type { SeenDeal, SeenDeals } from './dealsContract.ts';
import { readSeenDeals } from './readSeenDeals.ts';

const termsSchema = z.object({
  floor: z.number().describe('CPM in `currency`; 0 = none'),
  currency: z.string(),
  at: z.int().describe('What the winner pays, as OpenRTB has it; 0 = not told'),
  seats: z.array(z.string()),
  adomains: z.array(z.string()),
  forms: z.array(z.enum(campaignTypes.map(({ value }) => value))),
  isGuaranteed: z.boolean(),
  isPrivate: z.boolean(),
});

/** A deal as suppliers' requests offered it. */
export const seenDealSchema = z.object({
  supplierId: z.int(),
  supplierName: z.string(),
  dealId: z.string(),
  day: z.int().describe('Impressions offered under it in the last 24 hours'),
  week: z.int().describe('The same in the last seven days'),
  lastSeen: z.iso.datetime(),
  terms: termsSchema.nullable().describe('As they were told last'),
  floorUsd: z.string().nullable().describe('The floor in USD; null where it is not known or its currency has no rate'),
});

const columns = ['dealId', 'supplier', 'day', 'week', 'lastSeen'] as const;

const querySchema = z.strictObject({
  q: searchText.optional(),
  supplierId: idInText().optional(),
  sort: z.enum(columns.flatMap((column) => [column, `-${column}` as const])).default('-day'),
  page: wholeNumber(1_000_000).default(1),
  size: wholeNumber(200).default(50),
});

/** The deals that suppliers offer and nobody has set up. */
export function seenRoute(deps: ApiDeps, chapter: string): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/demand/deals/seen',
    summary: 'The deals that requests of suppliers offered in the last seven days, and that nobody has set up',
    chapter,
    access: { entity: 'deal', action: 'read' },
    query: querySchema,
    answers: {
      200: {
        description: 'A page of them, and how many requests offered ids that are too many to be told apart',
        schema: z.object({
          rows: z.array(seenDealSchema),
          total: z.int(),
          page: z.int(),
          size: z.int(),
          others: z.object({ day: z.int(), week: z.int() }),
        }),
      },
    },
    async handler({ query, user, signal }) {
      const { q = '', supplierId, sort, page, size } = query;
      try {
        const { unknown, others } = await readSeenDeals(deps, user, { now: deps.now().getTime(), signal });
        const found = unknown.filter(
          (each) =>
            (supplierId === undefined || each.supplierId === supplierId) &&
            each.dealId.toLowerCase().includes(q.toLowerCase()),
        );
        const rows = sorted(found, sort).slice((page - 1) * size, page * size);
        return ok({ rows, total: found.length, page, size, others } satisfies SeenDeals);
      } catch (error) {
        if (isUnready(error)) return dealsUnready;
        throw error;
      }
    },
  });
}

/** What calls about offered deals are refused with until their table is there. */
export const dealsUnready = refuse(
  503,
  [{ code: 'deals_not_ready', message: 'Offered deals are being set up; try again in a moment', path: '' }],
  { 'retry-after': '5' },
);

function sorted(rows: readonly SeenDeal[], sort: string): SeenDeal[] {
  const column = sort.replace(/^-/, '') as (typeof columns)[number];
  const direction = sort.startsWith('-') ? -1 : 1;
  const valueOf = (row: SeenDeal) => (column === 'supplier' ? row.supplierName.toLowerCase() : row[column]);
  const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
  return rows.toSorted(
    (a, b) => compare(valueOf(a), valueOf(b)) * direction || compare(a.dealId, b.dealId) || a.supplierId - b.supplierId,
  );
}
