import { z } from 'zod';
import { type Entity, type Field, maxId, type Status } from '#model/index.ts';
import { sortableNames } from '#storage/entities/listRows.ts';

type FilterValues = Record<string, (string | number | boolean)[]>;

/** A list's query, read: statuses and filters as values. */
export interface ReadListQuery {
  q?: string | undefined;
  status?: Status[] | undefined;
  sort?: string | undefined;
  page: number;
  size: number;
  filters: FilterValues;
}

/** Text to search for. */
export const searchText = z
  .string('Must be one text')
  .trim()
  .max(255, 'At most 255 characters')
  .refine((value) => !value.includes('\u0000'), 'Must not contain a null character');

/** Reads an id out of a text; `missing` is told where there is none. */
export const idInText = (missing?: string) =>
  z
    .string(missing)
    .regex(/^[1-9]\d{0,9}$/, 'Must be an id')
    .transform(Number)
    .refine((id) => id <= maxId, 'Must be an id');

/** The id of a row in a path. */
export const idParam = z.object({ id: idInText() });

/** Reads a whole number from 1 out of a text. */
export const wholeNumber = (max: number) =>
  z
    .string('Must be one number')
    .regex(/^[1-9]\d{0,6}$/, 'Must be a whole number from 1')
    .transform(Number)
    .refine((value) => value <= max, `At most ${max}`);

/** Reads the query of GET /api/{path}: what contract.ts calls ListQuery, as a URL carries it. */
export function listQuerySchema(entity: Entity): z.ZodType<ReadListQuery> {
  const names = sortableNames(entity);
  const sorts = [...names, ...names.map((name) => `-${name}`)];
  const filters: Record<string, z.ZodType<(string | number | boolean)[] | undefined>> = {};
  for (const [name, field] of Object.entries(filterFields(entity))) {
    filters[name] = listOf(valueInUrl(field), `${field.label}: values separated by commas`).optional();
  }
  const shape = {
    q: searchText.optional().describe('Part of the name, or a whole id or uid'),
    ...('status' in entity.fields
      ? {
          status: listOf(
            z.enum(['0', '1', '2'], 'One of: 0 paused, 1 active, 2 archived').transform(Number),
            'Statuses separated by commas; without it, archived rows are left out',
          ).optional(),
        }
      : {}),
    sort: z.enum(sorts, `One of: ${names.join(', ')}, with - in front for descending`).optional(),
    page: wholeNumber(1_000_000).default(1),
    size: wholeNumber(1000).default(50),
  };
  return z.strictObject({ ...shape, ...filters }).transform((query): ReadListQuery => {
    const { q, sort, page, size, ...rest } = query as Omit<ReadListQuery, 'filters'>;
    const { status, ...given } = rest as { status?: Status[] } & FilterValues;
    return {
      q,
      status,
      sort,
      page,
      size,
      filters: Object.fromEntries(Object.entries(given).filter(([, values]) => values !== undefined)),
    };
  });
}

/** Reads the body of POST /api/{path}/bulk. */
export function bulkSchema(entity: Entity) {
  const status = z.union([z.literal(0), z.literal(1), z.literal(2)], 'One of: 0 paused, 1 active, 2 archived');
  const filters: Record<string, z.ZodType<(string | number | boolean)[] | undefined>> = {};
  for (const [name, field] of Object.entries(filterFields(entity))) {
    filters[name] = z.array(valueInBody(field)).max(1000, 'At most 1000').optional();
  }
  return z
    .strictObject({
      ids: z
        .array(z.int('Must be an id').positive('Must be an id').max(maxId, 'Must be an id'))
        .min(1, 'At least one')
        .max(1000, 'At most 1000')
        .optional(),
      all: z
        .strictObject({
          q: searchText.optional(),
          status: z.array(status).max(3, 'At most 3').optional(),
          filters: z.strictObject(filters).optional(),
        })
        .optional(),
      status,
    })
    .refine((body) => (body.ids === undefined) !== (body.all === undefined), {
      message: 'Give either ids or all',
      path: ['ids'],
    });
}

const accountField: Field<number> = {
  kind: 'reference',
  label: 'Demand account',
  target: 'demand',
  schema: z.int().positive(),
};

/** The fields by which rows can be filtered: references, choices and flags, and the account. */
function filterFields(entity: Entity): Record<string, Field> {
  const found: Record<string, Field> = entity.ownedBy === 'account' ? { demandId: accountField } : {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind === 'reference' || field.kind === 'choice' || field.kind === 'flag') found[name] = field;
  }
  return found;
}

function listOf<V extends string | number | boolean>(value: z.ZodType<V, string>, description: string) {
  return z
    .string('Must be one text')
    .max(12_000, 'At most 12000 characters')
    .transform((list) => list.split(','))
    .pipe(z.array(value).max(1000, 'At most 1000'))
    .describe(description);
}

function valueInUrl(field: Field): z.ZodType<string | number | boolean, string> {
  if (field.kind === 'reference') return idParam.shape.id;
  if (field.kind === 'flag')
    return z.enum(['true', 'false'], 'Must be true or false').transform((value) => value === 'true');
  return z.enum(choicesOf(field), `One of: ${choicesOf(field).join(', ')}`);
}

function valueInBody(field: Field): z.ZodType<string | number | boolean> {
  if (field.kind === 'reference') return z.int('Must be an id').positive('Must be an id').max(maxId, 'Must be an id');
  if (field.kind === 'flag') return z.boolean('Must be true or false');
  return z.enum(choicesOf(field), `One of: ${choicesOf(field).join(', ')}`);
}

function choicesOf(field: Field): string[] {
  return (field.choices ?? []).map((choice) => String(choice.value));
}
