import { z } from 'zod';
import { canBeEmpty, filterFields } from '#model/field/filterFields.ts';
import { type Entity, type Field, maxId, type Status } from '#model/index.ts';
import { choiceSchema } from '#model/field/choiceSchema.ts';
import { type FormerNames, formerNamesOf } from '#model/field/formerNames.ts';
import { sortableNames } from '#model/field/listedFields.ts';
import { stateCodes } from '#model/entity/rowStates.ts';
import { currentMetricColumn, daysBetween, type MetricKey } from '#reports/index.ts';
import { dayInText, idParam, searchText, wholeNumber } from '../addressValues.ts';
import { listMetricKeys } from './listMetrics/listMetricKeys.ts';

type FilterValues = Record<string, (string | number | boolean)[]>;

/** The parsed query of a list: statuses and filters as values. */
export interface ReadListQuery {
  q?: string | undefined;
  status?: Status[] | undefined;
  sort?: string | undefined;
  page: number;
  size: number;
  filters: FilterValues;
  /** Metrics of each row and of all together, over a range of days in the user's zone; today without a range. */
  metrics?: MetricKey[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Only rows in one of these states. */
  state?: string[] | undefined;
  /** Only rows whose metrics lie within these bounds. */
  having?: MetricBound[] | undefined;
  /** `later` = the rows can be sent without waiting for figures and states. */
  figures?: 'later' | undefined;
}

/** A list's query as in URLs: statuses, states, metrics, bounds and filters are separated by commas. */
export interface ListQuery {
  q?: string | undefined;
  status?: string | undefined;
  sort?: string | undefined;
  page?: string | undefined;
  size?: string | undefined;
  metrics?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  state?: string | undefined;
  having?: string | undefined;
  figures?: 'later' | undefined;
  [filter: string]: string | undefined;
}

/** A bound of a metric, inclusive: counts, USD, fractions of 1. An undefined metric is outside every bound. */
export interface MetricBound {
  metric: MetricKey;
  bound: 'min' | 'max';
  value: number;
}

/**
 * Parses the query of GET /api/{path}. Lists are comma-separated in the URL (`status=0,1`). Without status, archived
 * rows are left out. `sort` is a field, 'id', 'createdAt' or 'updatedAt', with '-' in front for descending. References,
 * choices and flags of the entity are filters by name: `advertiserId=3,4`, `environment=ctv`.
 */
export function listQuerySchema(entity: Entity): z.ZodType<ReadListQuery, ListQuery> {
  return z
    .strictObject(queryShape(entity))
    .refine(isRange, badRange)
    .transform((query) => readQuery(entity, query)) as unknown as z.ZodType<ReadListQuery, ListQuery>;
}

/** The columns of an export and the kind of headings: labels for readers, field names for programs. */
export interface ExportColumns {
  columns: string[];
  headings: 'labels' | 'fields';
}

/** Parses the query of GET /api/{path}/export.csv: that of the list, whose paging it ignores, and the columns. */
export function exportQuerySchema(
  entity: Entity,
): z.ZodType<ReadListQuery & ExportColumns, ListQuery & Partial<Record<keyof ExportColumns, string>>> {
  const known = exportableNames(entity);
  const formerNames = formerNamesOf(entity.fields);
  const columns = listOf(
    z
      .string()
      .transform((name) => currentColumn(name, formerNames))
      .pipe(z.enum([...known, 'all'], `One of: ${known.join(', ')}, or all`)),
    'Columns after ID and version',
  );
  return z
    .strictObject({
      ...queryShape(entity),
      columns: columns
        .optional()
        .describe('Comma-separated columns after ID and version; all = every field. Default: all.'),
      headings: z.enum(['labels', 'fields'], 'Must be labels or fields').default('labels'),
    })
    .refine(isRange, badRange)
    .transform((query) => {
      const { columns = ['all'], headings, ...rest } = query;
      return { ...readQuery(entity, rest), columns, headings };
    });
}

/** Sorts campaigns by pace, those furthest behind first. */
export const paceSort = 'delivered';

/**
 * The columns that an export of an entity can have: its fields, what the server stores beside them, and
 * metrics.
 */
export function exportableNames(entity: Entity): string[] {
  return [...Object.keys(entity.fields), 'demandId', 'createdAt', 'updatedAt', ...listMetricKeys(entity.name)];
}

function queryShape(entity: Entity): Record<string, z.ZodType> {
  const metrics = listMetricKeys(entity.name);
  const formerNames = formerNamesOf(entity.fields);
  const states = stateCodes(entity.name);
  const names = [...sortableNames(entity), ...(entity.name === 'campaign' ? [paceSort] : []), ...metrics];
  const filters: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(filterFields(entity))) {
    filters[name] = listOf(valueInUrl(field), `${field.label}: comma-separated values`).optional();
  }
  return {
    q: searchText.optional().describe('Part of the name, or a complete ID or uid'),
    ...('status' in entity.fields
      ? {
          status: listOf(
            z.enum(['0', '1', '2'], 'One of: 0 paused, 1 active, 2 archived').transform(Number),
            'Comma-separated statuses. Default: all but archived.',
          ).optional(),
        }
      : {}),
    sort: z
      .preprocess(
        (text) => (typeof text === 'string' ? currentSort(text, formerNames) : text),
        z.enum(
          [...names, ...names.map((name) => `-${name}`)],
          `One of: ${names.join(', ')}; prefix - for descending order`,
        ),
      )
      .optional(),
    page: wholeNumber(1_000_000).default(1),
    size: wholeNumber(1000).default(50),
    ...(metrics.length > 0 ? metricShape(metrics) : {}),
    ...(states.length > 0
      ? { state: listOf(z.enum(states, `One of: ${states.join(', ')}`), 'Comma-separated states').optional() }
      : {}),
    ...filters,
  };
}

/** A sort under the current name of its column. */
function currentSort(sort: string, formerNames: FormerNames): string {
  const [, sign = '', name = ''] = /^(-?)(.*)$/.exec(sort) ?? [];
  return `${sign}${currentColumn(name, formerNames)}`;
}

/** The current name of a field or metric. */
function currentColumn(name: string, formerNames: FormerNames): string {
  return formerNames.get(name) ?? currentMetricColumn(name);
}

function readQuery(entity: Entity, query: Record<string, unknown>): ReadListQuery {
  const names = Object.keys(filterFields(entity));
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  const isFilter = ([name]: [string, unknown]) => names.includes(name);
  return {
    ...Object.fromEntries(entries.filter((entry) => !isFilter(entry))),
    filters: Object.fromEntries(entries.filter(isFilter)),
  } as unknown as ReadListQuery;
}

/** Maximum days of figures. */
const maxRangeDays = 400;

/** The error of an invalid range of days. */
export const badRange = {
  message: `Specify both from and to, for a range of 1 to ${maxRangeDays} days`,
  path: ['to'],
};

/** Whether a query has both ends of a range of days, or neither. */
export function isRange(query: Record<string, unknown>): boolean {
  const { from, to } = query as Pick<ReadListQuery, 'from' | 'to'>;
  if (from === undefined || to === undefined) return from === to;
  const days = daysBetween(from, to);
  return days >= 1 && days <= maxRangeDays;
}

/** Parses a bound of a metric, such as imps:max:0. */
export function boundInText(metrics: readonly MetricKey[]): z.ZodType<MetricBound, string> {
  return z
    .string()
    .regex(/^[a-z_0-9A-Z]+:(min|max):-?\d{1,15}(\.\d{1,9})?$/, 'Must be metric:min:number or metric:max:number')
    .transform((text) => {
      const [name, bound, value] = text.split(':');
      return { metric: name, bound, value: Number(value) };
    })
    .pipe(z.object({ metric: metricInText(metrics), bound: z.enum(['min', 'max']), value: z.number() }));
}

/** Reads the name of a metric; one of an earlier version is read as what it is called now. */
function metricInText(metrics: readonly MetricKey[]): z.ZodType<MetricKey, string> {
  return z
    .string()
    .transform(currentMetricColumn)
    .pipe(z.enum(metrics, `One of: ${metrics.join(', ')}`));
}

function metricShape(metrics: readonly MetricKey[]) {
  return {
    metrics: listOf(metricInText(metrics), 'Comma-separated metrics, returned for each row and in total').optional(),
    from: dayInText.optional().describe('First day of the metrics, in the user’s time zone. Default: today.'),
    to: dayInText.optional().describe('Last day of the metrics, in the user’s time zone. Default: today.'),
    having: listOf(boundInText(metrics), 'Comma-separated metric filters such as imps:max:0').optional(),
    figures: z
      .enum(['later'], 'Must be “later”')
      .optional()
      .describe('later = rows are returned without metrics and states if these take long; request them again'),
  };
}

function listOf<V>(value: z.ZodType<V, string>, description: string) {
  return z
    .string('Must be a single value')
    .max(12_000, 'At most 12,000 characters')
    .transform((list) => list.split(','))
    .pipe(z.array(value).max(1000, 'At most 1,000'))
    .describe(description);
}

const emptiness = z.enum(['none', 'any'], 'Must be none or any');

function valueInUrl(field: Field): z.ZodType<string | number | boolean, string> {
  if (field.kind === 'reference' || field.kind === 'references') {
    return canBeEmpty(field) ? z.union([emptiness, idParam.shape.id], 'Must be an ID, none or any') : idParam.shape.id;
  }
  if (field.kind === 'choice') return choiceInFilter(field);
  if (canBeEmpty(field)) return emptiness;
  if (field.kind === 'flag')
    return z.enum(['true', 'false'], 'Must be true or false').transform((value) => value === 'true');
  return choiceSchema(choicesOf(field));
}

function choiceInFilter(field: Field): z.ZodType<string, string> {
  const choice = choiceSchema(choicesOf(field));
  return canBeEmpty(field) ? z.union([choice, emptiness], 'Must be one of the values, none or any') : choice;
}

/** Parses one value of a filter in a body. */
export function valueInBody(field: Field): z.ZodType<string | number | boolean> {
  if (field.kind === 'reference' || field.kind === 'references') {
    const id = z.int('Must be an ID').positive('Must be an ID').max(maxId, 'Must be an ID');
    return canBeEmpty(field) ? z.union([emptiness, id], 'Must be an ID, none or any') : id;
  }
  if (field.kind === 'choice') return choiceInFilter(field);
  if (canBeEmpty(field)) return emptiness;
  if (field.kind === 'flag') return z.boolean('Must be true or false');
  return choiceSchema(choicesOf(field));
}

function choicesOf({ choices = [] }: Field) {
  return choices.map((choice) => ({ ...choice, value: String(choice.value) }));
}
