import { z } from 'zod';
import { figureDimension } from './listMetrics/listMetrics.ts';
import { stateCodes } from './rowStates/rowStates.ts';
import { isCarried } from '#model/rowStates.ts';
import { isListed } from '#storage/entities/selection.ts';
import { campaign, channel, deal, type Entity, type Field, type Fields, tag, waterfallRow } from '#model/index.ts';

/** A row of an entity as the API answers it: every field but secrets. */
export function rowSchema(entity: Entity): z.ZodObject {
  return schemaOf(entity, ({ kind }) => kind !== 'secret');
}

/** One page of a list, whose rows lack markup. */
export function listAnswerSchema(entity: Entity): z.ZodObject {
  const row = schemaOf(entity, isListed).extend({
    names: z.record(z.string(), z.string()).describe('Names of the rows that references point to, by field'),
    ...(entity.name === waterfallRow.name ? waterfallDisplay : {}),
    ...(isCarried(entity.name) ? { uses: z.int().describe('Objects of the account that carry it') } : {}),
    ...(figureDimension(entity.name) ? figures : {}),
    ...(entity.name === campaign.name ? { pace: pacingSchema } : {}),
    ...(entity.name === deal.name ? { traffic: trafficSchema } : {}),
    ...(stateCodes(entity.name).length > 0 ? { states: statesOf(entity) } : {}),
  });
  return z.object({
    rows: z.array(row),
    total: z.int(),
    page: z.int(),
    size: z.int(),
    ...(figureDimension(entity.name)
      ? {
          totals: z.object(figures).optional().describe('Over all rows that match, rates from summed parts'),
          compared: z
            .object({ from: z.iso.date(), to: z.iso.date(), until: z.int().nullable() })
            .optional()
            .describe('The days of `previous`; until = the hour at which the last of them ends'),
          figures: z
            .enum(['shown', 'late', 'away'])
            .optional()
            .describe('Late = metrics and states come with a later answer; away = there are none at the moment'),
        }
      : {}),
  });
}

const metricValues = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** The metrics that were asked for: as reports answer them. */
const figures = {
  metrics: metricValues.optional(),
  previous: metricValues.optional().describe('The same in the period before'),
};

const pacingSchema = z
  .object({
    period: z.enum(['flight', 'day']),
    delivered: z.number().nullable().describe('The part of the budget that is used up; null while it is not known'),
    elapsed: z.number().describe('The part of the period that is over'),
  })
  .nullable()
  .describe('How far the budget of the flight, or else of today, is used up; null where there is none')
  .optional();

const trafficSchema = z
  .object({
    seen: z.int().nullable().describe('Requests of suppliers that offered it; null for a deal that is sold under'),
    reason: z
      .object({ code: z.string(), text: z.string(), count: z.int() })
      .nullable()
      .describe('Why most bids under it came to nothing'),
  })
  .nullable()
  .describe('What came of it in the last 24 hours; absent while that cannot be read')
  .optional();

/** States that follow from figures come later where the figures do. */
function statesOf({ name }: Entity) {
  return figureDimension(name) ? statesSchema.optional() : statesSchema;
}

const statesSchema = z
  .array(z.object({ code: z.string(), text: z.string(), fix: z.string().optional() }))
  .describe('What keeps the row from working as its status says; fix = the field or tab that mends it');

const { advertiserId, name, uid, status, integration, source, rateModel, rate } = tag.fields;

/** What a waterfall row shows beside its own fields. */
const waterfallDisplay = {
  tag: z.object({
    ...schemasOf({ name, uid, status, integration, source, rateModel, rate, advertiserId }),
    advertiserName: z.string(),
    advertiserStatus: status.schema,
    rest: z.enum(['scheduled', 'ended', 'capped']).nullable().describe('Why an active tag is not called now'),
  }),
  channel: z.object({
    ...schemasOf({ name, uid, status, environment: channel.fields.environment, floor: channel.fields.floor }),
    rest: z.enum(['capped']).nullable(),
  }),
};

function schemasOf(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.schema]));
}

function schemaOf(entity: Entity, isIn: (field: Field) => boolean): z.ZodObject {
  const shape: Record<string, z.ZodType> = { id: z.int(), demandId: z.int().nullable() };
  for (const [name, field] of Object.entries(entity.fields)) {
    if (isIn(field)) shape[name] = field.schema.describe(field.help ?? field.label);
  }
  return z.object({ ...shape, createdAt: z.iso.datetime(), updatedAt: z.iso.datetime(), version: z.int() });
}

/** A fault of a call. */
export const problemSchema = z.object({
  code: z.string(),
  message: z.string(),
  path: z.string().describe('The value that has the fault; empty for the call as a whole'),
});

/** Body of every answer that is an error. */
export const problemAnswerSchema = z.object({ problems: z.array(problemSchema), requestId: z.string() });

/** One field of a change. */
export const fieldChangeSchema = z.object({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  isSecret: z.boolean().optional().describe('The values are not shown'),
});

/** What a preview says of the traffic behind it. */
export const touchesSchema = z
  .object({ from: z.iso.date(), to: z.iso.date(), reqs: z.int(), imps: z.int(), rev: z.string().optional() })
  .optional()
  .describe('Of a preview: what the rows that would change did in the last seven days');

/** What came of each row of a bulk change. */
export const bulkAnswerSchema = z.object({
  changed: z.int(),
  batch: z.int().nullable(),
  seen: z.string(),
  touches: touchesSchema,
  results: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      fields: z.array(fieldChangeSchema),
      problem: problemSchema.nullable(),
    }),
  ),
});
