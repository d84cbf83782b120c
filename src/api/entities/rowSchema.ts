import { z } from 'zod';
import type { Entity, Field, RowOf, Status } from '#model/index.ts';
import type { RowParts } from './listAnswer.ts';

/**
 * What every row has, the fields that many entities have by the same name, and what lists add; all other fields by name.
 */
export type AnyRow = {
  id: number;
  demandId: number | null;
  createdAt: string;
  updatedAt: string;
  version: number;
  name?: string;
  status?: Status;
  uid?: string;
} & Partial<RowParts> &
  Record<string, unknown>;

/** A row of an entity as calls answer it; of an entity that is known at run time alone, any row. */
export type RowAnswer<E extends Entity> = string extends keyof E['fields'] ? AnyRow : RowOf<E>;

/** A row of an entity as the API answers it: every field but secrets. */
export function rowSchema<E extends Entity>(entity: E): z.ZodType<RowAnswer<E>> {
  // A schema that is made of the fields of a definition has the types of none of them.
  return shapeOfRow(entity, ({ kind }) => kind !== 'secret') as unknown as z.ZodType<RowAnswer<E>>;
}

/** The fields of a row that are in, and what the server stores beside them. */
export function shapeOfRow(entity: Entity, isIn: (field: Field) => boolean): z.ZodObject {
  const shape: Record<string, z.ZodType> = { id: z.int(), demandId: z.int().nullable() };
  for (const [name, field] of Object.entries(entity.fields)) {
    if (isIn(field)) shape[name] = field.schema().describe(field.help ?? field.label);
  }
  return z.object({ ...shape, createdAt: z.iso.datetime(), updatedAt: z.iso.datetime(), version: z.int() });
}
