import { z } from 'zod';
import { campaignTypes } from '#model/campaign.ts';
import { deal } from '#model/index.ts';
import { idInText, idParam, searchText, wholeNumber } from '../addressValues.ts';
import { entityNameSchema } from '../answerValues.ts';
import type { Contract } from '../routeDeclaration.ts';
import { type DealCheckName, dealChecks } from './dealChecks.ts';

const termsSchema = z.object({
  floor: z.number().describe('CPM in `currency`; 0 = none'),
  currency: z.string().describe('ISO 4217'),
  at: z.int().describe('What the winner pays, as OpenRTB has it; 0 = not told'),
  seats: z.array(z.string()).describe('Seats of buyers that it is for; empty = all'),
  adomains: z.array(z.string()).describe('Domains of advertisers that it is for; empty = all'),
  forms: z
    .array(z.enum(campaignTypes.map(({ value }) => value)))
    .describe('The forms in which its impression was offered'),
  isGuaranteed: z.boolean(),
  isPrivate: z.boolean().describe('Whether the impression took no bids but those under a deal'),
});

/** On what terms a supplier's requests offered a deal last. */
export type DealTerms = z.output<typeof termsSchema>;

/** A form of ads. */
export type DealForm = DealTerms['forms'][number];

const seenDealSchema = z.object({
  supplierId: z.int(),
  supplierName: z.string(),
  dealId: z.string(),
  day: z.int().describe('Impressions offered under it in the last 24 hours'),
  week: z.int().describe('The same in the last seven days'),
  lastSeen: z.iso.datetime(),
  terms: termsSchema.nullable().describe('As they were told last'),
  floorUsd: z.string().nullable().describe('The floor in USD; null where it is not known or its currency has no rate'),
});

/** An offered deal with whose it is. */
export type SeenDeal = z.output<typeof seenDealSchema>;

/** How often a supplier's requests offered a deal, counted by impression. */
export type OfferedDeal = Omit<SeenDeal, 'supplierName' | 'floorUsd'>;

/** What offered deals are sorted by. */
export const seenColumns = ['dealId', 'supplier', 'day', 'week', 'lastSeen'] as const;

const querySchema = z.strictObject({
  q: searchText.optional(),
  supplierId: idInText().optional(),
  sort: z.enum(seenColumns.flatMap((column) => [column, `-${column}` as const])).default('-day'),
  page: wholeNumber(1_000_000).default(1),
  size: wholeNumber(200).default(50),
});

const seenAnswer = z.object({
  rows: z.array(seenDealSchema),
  total: z.int(),
  page: z.int(),
  size: z.int(),
  others: z
    .object({ day: z.int(), week: z.int() })
    .describe('Requests that offered further ids, which are too many to be told apart'),
});

/** Answer of GET /api/demand/deals/seen. */
export type SeenDeals = z.output<typeof seenAnswer>;

const checkSchema = z.object({
  name: z.enum(Object.keys(dealChecks) as DealCheckName[]),
  verdict: z.enum(['ok', 'not', 'unknown']),
  text: z.string().describe('One sentence: what was found'),
  fix: z
    .object({ entity: entityNameSchema, id: z.int().nullable(), name: z.string(), field: z.string() })
    .optional()
    .describe('The field that mends it; id null = of a row that is still to be chosen'),
});

/** One line of the check of a deal. */
export type DealCheck = z.output<typeof checkSchema>;

const checkAnswer = z.object({
  checks: z.array(checkSchema),
  offers: z.array(seenDealSchema).describe('How suppliers’ requests offered it in the last seven days'),
});

/** Answer of GET /api/demand/deals/{id}/check. */
export type DealCheckAnswer = z.output<typeof checkAnswer>;

/** Deals that are offered and not set up, and why one does not work. */
export const dealsContract = {
  listSeen: {
    method: 'GET',
    path: '/api/demand/deals/seen',
    summary: 'The deals that requests of suppliers offered in the last seven days, and that nobody has set up',
    chapter: deal.pluralLabel,
    access: { entity: 'deal', action: 'read' },
    query: querySchema,
    answers: {
      200: {
        description: 'A page of them, and how many requests offered ids that are too many to be told apart',
        schema: seenAnswer,
      },
    },
  },
  check: {
    method: 'GET',
    path: '/api/demand/deals/{id}/check',
    summary: 'Look at everything that one deal needs to work',
    chapter: deal.pluralLabel,
    access: { entity: 'deal', action: 'read' },
    params: idParam,
    answers: {
      200: { description: 'What was found of each thing, and the field that mends it', schema: checkAnswer },
    },
    refuses: [404],
  },
} as const satisfies Contract;
