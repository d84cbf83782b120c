import { z } from 'zod';
import { environments } from '#model/index.ts';
import type { ObservedKind } from '#model/supply/observedInventory.ts';
import { idInText, searchText, wholeNumber } from '../addressValues.ts';

/** The query of observed inventory. */
export interface ObservedQuery {
  q?: string | undefined;
  /** A column; '-' in front for descending. */
  sort?: string | undefined;
  page: number;
  size: number;
  /** Only rows first seen within this number of days. */
  newDays?: number | undefined;
  /** Apps: only those of this environment. */
  environment?: string | undefined;
  /** Sites: only those whose declared and detected hosts differ. */
  mismatch?: boolean | undefined;
  /** Creatives: only those that are, or are not, VPAID. */
  vpaid?: boolean | undefined;
  /** Creatives: only those that this tag returned in the range. */
  tag?: number | undefined;
}

/** A query with its order. */
export type SortedQuery = ObservedQuery & { sort: string };

const flag = z.enum(['true', 'false'], 'Must be true or false').transform((text) => text === 'true');

/** The columns by which observed inventory can be sorted. */
export function observedColumns({ declared, figures }: ObservedKind): string[] {
  return ['key', 'firstSeen', 'lastSeen', ...Object.keys(declared), ...figures];
}

/** Parses the query of a kind of observed inventory. */
export function observedQuerySchema(kind: ObservedKind): z.ZodType<ObservedQuery> {
  const columns = observedColumns(kind);
  const shape = {
    q: searchText.optional(),
    sort: z
      .string()
      .refine(
        (text) => columns.includes(text.replace(/^-/, '')),
        `One of: ${columns.join(', ')}. Prefix "-" for descending`,
      )
      .optional()
      .describe('Default: the highest revenue first, or the most impressions where money is hidden.'),
    page: wholeNumber(1_000_000).default(1),
    size: wholeNumber(200).default(50),
    newDays: wholeNumber(400).optional(),
  };
  const environment = z.enum(environments.map(({ value }) => value)).optional();
  const schemas: Record<ObservedKind['inventory'], z.ZodType<ObservedQuery>> = {
    app: z.strictObject({ ...shape, environment }),
    site: z.strictObject({ ...shape, mismatch: flag.optional() }),
    publisher: z.strictObject(shape),
    creative: z.strictObject({ ...shape, vpaid: flag.optional(), tag: idInText().optional() }),
  };
  return schemas[kind.inventory];
}
