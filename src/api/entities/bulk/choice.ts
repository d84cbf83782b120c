import { z } from 'zod';
import { filterFields } from '#model/filterFields.ts';
import { type Entity, maxId, type Status } from '#model/index.ts';
import type { Scope } from '#storage/entities/database.ts';
import type { RowChoice } from '#storage/entities/chooseRows.ts';
import { searchText, valueInBody } from '../listQuery.ts';

/** Reads the id of a row in a body. */
export const idInBody = z.int('Must be an id').positive('Must be an id').max(maxId, 'Must be an id');

/** Reads a status in a body. */
export const statusInBody = z.union(
  [z.literal(0), z.literal(1), z.literal(2)],
  'One of: 0 paused, 1 active, 2 archived',
);

/** The rows that a body means: those named, or all that match a filter. */
export interface ReadChoice {
  ids?: number[] | undefined;
  all?:
    | {
        q?: string | undefined;
        status?: Status[] | undefined;
        filters?: Record<string, (string | number | boolean)[] | undefined> | undefined;
      }
    | undefined;
}

/** The part of a body that says which rows are meant; `isOneChoice` must refine it. */
export function choiceShape(entity: Entity) {
  const filters: Record<string, z.ZodType<(string | number | boolean)[] | undefined>> = {};
  for (const [name, field] of Object.entries(filterFields(entity))) {
    filters[name] = z.array(valueInBody(field)).max(1000, 'At most 1000').optional();
  }
  return {
    ids: z.array(idInBody).min(1, 'At least one').max(10_000, 'At most 10,000').optional(),
    all: z
      .strictObject({
        q: searchText.optional(),
        status: z.array(statusInBody).max(3, 'At most 3').optional(),
        filters: z.strictObject(filters).optional(),
      })
      .optional(),
  };
}

/** Whether a body names rows in one way. */
export function isOneChoice(body: ReadChoice): boolean {
  return (body.ids === undefined) !== (body.all === undefined);
}

/** What is told of a body that does not. */
export const noOneChoice = { message: 'Give either ids or all', path: ['ids'] };

/** The rows that a body means, within a scope. */
export function choiceOf({ ids, all }: ReadChoice, scope: Scope): RowChoice {
  if (ids) return { ids, scope };
  const filters: Record<string, (string | number | boolean)[]> = {};
  for (const [field, values] of Object.entries(all?.filters ?? {})) if (values) filters[field] = values;
  return { filter: { q: all?.q, status: all?.status, filters, scope } };
}
