import { z } from 'zod';
import { campaignTypes } from '#model/demand/campaign.ts';
import { deal } from '#model/index.ts';
import { idInText, idParam, searchText, wholeNumber } from '../addressValues.ts';
import { moneyValue } from '../money/moneyValue.ts';
import { entityNameSchema } from '../responseValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { type DealCheckName, dealChecks } from './dealChecks.ts';

const termsSchema = z.object({
  floor: moneyValue(z.number()).describe('CPM in `currency`; 0 = none'),
  currency: z.string().describe('ISO 4217'),
  at: z.int().describe('Auction type as in OpenRTB; 0 = not declared'),
  seats: z.array(z.string()).describe('Buyer seats that may use it; empty = all'),
  adomains: z.array(z.string()).describe('Advertiser domains that may use it; empty = all'),
  forms: z.array(z.enum(campaignTypes.map(({ value }) => value))).describe('Ad types of the offered imps'),
  isGuaranteed: z.boolean(),
  isPrivate: z.boolean().describe('Whether only bids under a deal were accepted'),
});

/** The terms in a supplier's latest request with the deal. */
export type DealTerms = z.output<typeof termsSchema>;

/** An ad format of a deal. */
export type DealForm = DealTerms['forms'][number];

const observedDealSchema = z.object({
  supplierId: z.int(),
  supplierName: z.string(),
  dealId: z.string(),
  day: z.int().describe('Imps that offered the deal in the last 24 hours'),
  week: z.int().describe('The same in the last seven days'),
  lastSeen: z.iso.datetime(),
  terms: termsSchema.nullable().describe('As last declared in requests'),
  floorUsd: moneyValue(z.string().nullable()).describe(
    'Floor in USD; null if it is unknown or its currency has no exchange rate',
  ),
});

/** An offered deal with its supplier's name, and its floor in USD. */
export type ObservedDeal = z.output<typeof observedDealSchema>;

/** How often a supplier's requests offered a deal, counted by imp. */
export type OfferedDeal = Omit<ObservedDeal, 'supplierName' | 'floorUsd'>;

/** Columns by which offered deals can be sorted. */
export const observedDealColumns = ['dealId', 'supplier', 'day', 'week', 'lastSeen'] as const;

const querySchema = z.strictObject({
  q: searchText.optional(),
  supplierId: idInText().optional(),
  sort: z.enum(observedDealColumns.flatMap((column) => [column, `-${column}` as const])).default('-day'),
  page: wholeNumber(1_000_000).default(1),
  size: wholeNumber(200).default(50),
});

const observedDealsResponse = z.object({
  rows: z.array(observedDealSchema),
  total: z.int(),
  page: z.int(),
  size: z.int(),
  others: z.object({ day: z.int(), week: z.int() }).describe('Offers with other deal IDs, which are too many to list'),
});

/** Response of GET /api/demand/deals/observed. */
export type ObservedDeals = z.output<typeof observedDealsResponse>;

const checkSchema = z.object({
  name: z.enum(Object.keys(dealChecks) as DealCheckName[]),
  verdict: z.enum(['ok', 'not', 'unknown']),
  text: z.string().describe('Result of the check'),
  fix: z
    .object({ entity: entityNameSchema, id: z.int().nullable(), name: z.string(), field: z.string() })
    .optional()
    .describe('Field that fixes it; a null ID means that the object is still to be selected'),
});

/** The result of one check of a deal. */
export type DealCheck = z.output<typeof checkSchema>;

const checkResponse = z.object({
  checks: z.array(checkSchema),
  offers: z.array(observedDealSchema).describe('Offers in suppliers’ requests in the last seven days'),
});

/** Response of GET /api/demand/deals/{id}/check. */
export type DealCheckResponse = z.output<typeof checkResponse>;

/** Deals that are offered but not configured, and the checks of one deal. */
export const dealsContract = {
  listObserved: {
    method: 'GET',
    path: '/api/demand/deals/observed',
    formerPath: '/api/demand/deals/seen',
    summary: 'List deals that suppliers offered in the last seven days and that are not configured',
    chapter: deal.pluralLabel,
    access: { entity: 'deal', action: 'read' },
    query: querySchema,
    responses: {
      200: {
        description: 'A page of deals, and the number of offers with IDs that are too many to list',
        schema: observedDealsResponse,
      },
    },
  },
  check: {
    method: 'GET',
    path: '/api/demand/deals/{id}/check',
    summary: 'Check whether a deal can work',
    chapter: deal.pluralLabel,
    access: { entity: 'deal', action: 'read' },
    params: idParam,
    responses: {
      200: { description: 'The result of each check, and the field that fixes it', schema: checkResponse },
    },
    rejects: [404],
  },
} as const satisfies Contract;
