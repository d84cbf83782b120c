import { z } from 'zod';
import { campaign, channel, deal, type Entity, tag, waterfallRow } from '#model/index.ts';
import { isListed } from '#model/field/listedFields.ts';
import { isAttachable, stateCodes } from '#model/entity/rowStates.ts';
import { dimensionOfEntity } from '#reports/dimensions/dimensionOfEntity.ts';
import { fieldValue } from '../money/moneyValue.ts';
import { figures, names, type RowParts, states, uses } from './rowParts.ts';
import { type ReturnedRow, shapeOfRow } from './rowSchema.ts';

const pacing = z.object({
  period: z.enum(['flight', 'day']),
  delivered: z.number().nullable().describe('Share of the budget that is delivered, 0.5 = half; null while unknown'),
  elapsed: z.number().describe('Share of the period that has passed, 0.5 = half'),
});

/** Delivered share of a campaign's flight budget, or else of today's, and elapsed share of its period. */
export type Pacing = z.output<typeof pacing>;

const traffic = z.object({
  offers: z.int().nullable().describe('Supplier requests that offered the deal; null for deals that the account sells'),
  reason: z
    .object({ code: z.string(), text: z.string(), count: z.int() })
    .nullable()
    .describe('The most frequent reason why bids under the deal failed'),
});

/** The traffic of a deal in the last 24 hours. */
export type DealTraffic = z.output<typeof traffic>;

const tagFields = tag.fields;
const channelFields = channel.fields;

const display = z.object({
  tag: z.object({
    name: tagFields.name.schema(),
    uid: tagFields.uid.schema(),
    status: tagFields.status.schema(),
    integration: tagFields.integration.schema(),
    source: tagFields.source.schema(),
    rateModel: fieldValue(tagFields.rateModel),
    rate: fieldValue(tagFields.rate),
    advertiserId: tagFields.advertiserId.schema(),
    advertiserName: z.string(),
    advertiserStatus: tagFields.status.schema(),
    inactiveReason: z
      .enum(['scheduled', 'ended', 'capped'])
      .nullable()
      .describe('Why an active tag is not called right now; null if it is'),
  }),
  channel: z.object({
    name: channelFields.name.schema(),
    uid: channelFields.uid.schema(),
    status: channelFields.status.schema(),
    environment: channelFields.environment.schema(),
    floor: fieldValue(channelFields.floor),
    inactiveReason: z.enum(['capped']).nullable(),
  }),
});

/** Additional parts of a waterfall row. */
export type WaterfallDisplay = z.output<typeof display>;

/** Parts that lists add to rows of single entities. */
interface PartsByEntity {
  waterfallRow: Partial<WaterfallDisplay>;
  campaign: { pace?: Pacing | null | undefined };
  deal: { traffic?: DealTraffic | null | undefined };
}

type PartsOf<E extends Entity> = E['name'] extends keyof PartsByEntity ? PartsByEntity[E['name']] : unknown;

/**
 * A row in the list of an entity: with the names of referenced rows, its figures and states. Fields that can be large
 * are left out; reading the one row returns them.
 */
export type ListedRow<E extends Entity> = ReturnedRow<E> & RowParts & PartsOf<E>;

const compared = z
  .object({ from: z.iso.date(), to: z.iso.date(), until: z.number().nullable() })
  .describe(
    'Date range of `previous`; until = the hour at which its last day is cut off, such as 16.5 for 16:30, null = the whole day',
  );

/** The days that figures are compared with; until = the hour at which the last of them ends, 16.5 = 16:30, null = midnight. */
export type ComparedPeriod = z.output<typeof compared>;

/** The schema of the part of a response about the figures of all rows. */
export const figureParts = z.object({
  totals: figures.optional().describe('Totals of all matching rows; rates are calculated from sums'),
  compared: compared.optional(),
  figures: z
    .enum(['shown', 'late', 'away'])
    .optional()
    .describe('late = metrics and states come with a later response; away = they are not available right now'),
});

const pageParts = z.object({
  total: z.int().describe('Number of matching rows on all pages'),
  page: z.int(),
  size: z.int(),
});

/** Response of GET /api/{path of an entity}. */
export type ListResponse<Row> = { rows: Row[] } & z.output<typeof pageParts> & z.output<typeof figureParts>;

/** The schema of a list's page. */
export function listResponseSchema<E extends Entity>(entity: E): z.ZodType<ListResponse<ListedRow<E>>> {
  const hasFigures = dimensionOfEntity(entity.name) !== undefined;
  const row = shapeOfRow(entity, isListed).extend({
    names,
    ...(entity.name === waterfallRow.name ? display.shape : {}),
    ...(isAttachable(entity.name) ? { uses } : {}),
    ...(hasFigures ? figures.shape : {}),
    ...(entity.name === campaign.name ? { pace: paceOfRow } : {}),
    ...(entity.name === deal.name ? { traffic: trafficOfRow } : {}),
    // States that depend on figures are sent later when the figures are.
    ...(stateCodes(entity.name).length > 0 ? { states: hasFigures ? states.optional() : states } : {}),
  });
  const page = z.object({ rows: z.array(row), ...pageParts.shape, ...(hasFigures ? figureParts.shape : {}) });
  // The schema is built from the fields of a definition, so its static type has none of them.
  return page as unknown as z.ZodType<ListResponse<ListedRow<E>>>;
}

const paceOfRow = pacing
  .nullable()
  .describe('Delivery of the flight’s budget, or else of today’s; null without a budget')
  .optional();

const trafficOfRow = traffic
  .nullable()
  .describe('Requests and bids of the last 24 hours; absent while not available')
  .optional();
