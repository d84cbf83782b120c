import { z } from 'zod';
import { unlistedKinds } from '#storage/entities/selection.ts';
import { channel, type Entity, type FieldKind, type Fields, tag, waterfallRow } from '#model/index.ts';

/** A row of an entity as the API answers it: every field but secrets. */
export function rowSchema(entity: Entity): z.ZodObject {
  return schemaWithout(entity, ['secret']);
}

/** One page of a list, whose rows lack markup. */
export function listAnswerSchema(entity: Entity): z.ZodObject {
  const row = schemaWithout(entity, ['secret', ...unlistedKinds]).extend({
    names: z.record(z.string(), z.string()).describe('Names of the rows that references point to, by field'),
    ...(entity.name === waterfallRow.name ? waterfallDisplay : {}),
  });
  return z.object({ rows: z.array(row), total: z.int(), page: z.int(), size: z.int() });
}

const { advertiserId, name, uid, status, source, rateModel, rate } = tag.fields;

/** What a waterfall row shows beside its own fields. */
const waterfallDisplay = {
  tag: z.object({
    ...schemasOf({ name, uid, status, source, rateModel, rate, advertiserId }),
    advertiserName: z.string(),
    advertiserStatus: status.schema,
  }),
  channel: z.object(
    schemasOf({ name, uid, status, environment: channel.fields.environment, floor: channel.fields.floor }),
  ),
};

function schemasOf(fields: Fields): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.schema]));
}

function schemaWithout(entity: Entity, kinds: readonly FieldKind[]): z.ZodObject {
  const shape: Record<string, z.ZodType> = { id: z.int(), demandId: z.int().nullable() };
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!kinds.includes(field.kind)) shape[name] = field.schema.describe(field.help ?? field.label);
  }
  return z.object({ ...shape, createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() });
}

/** A fault of a call. */
const problemSchema = z.object({
  code: z.string(),
  message: z.string(),
  path: z.string().describe('The value that has the fault; empty for the call as a whole'),
});

/** Body of every answer that is an error. */
export const problemAnswerSchema = z.object({ problems: z.array(problemSchema), requestId: z.string() });

/** What came of each row of a bulk change. */
export const bulkAnswerSchema = z.object({
  changed: z.int(),
  results: z.array(z.object({ id: z.int(), problem: problemSchema.nullable() })),
});
