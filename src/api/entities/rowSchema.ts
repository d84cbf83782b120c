import { z } from 'zod';
import type { Entity, Field, RowOf, Status } from '#model/index.ts';
import { fieldValue } from '../money/moneyValue.ts';
import type { RowParts } from './rowParts.ts';

/**
 * Fields of every row, fields that many entities have by the same name, and parts that lists add; all other fields by
 * name.
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

/** A row of an entity as calls return it; AnyRow when the entity is known only at run time. */
export type ReturnedRow<E extends Entity> = string extends keyof E['fields'] ? AnyRow : RowOf<E>;

/** The schema of an entity's row as the API returns it: its fields, and parts beside them. */
export function rowSchema<E extends Entity>(
  entity: E,
  parts: Readonly<Record<string, z.ZodType>> = {},
): z.ZodType<ReturnedRow<E>> {
  // The schema is built from the fields of a definition, so its static type has none of them.
  return shapeOfRow(entity, () => true).extend(parts) as unknown as z.ZodType<ReturnedRow<E>>;
}

/** The schema of the selected fields, and what the server stores beside them. */
export function shapeOfRow(entity: Entity, isIn: (field: Field) => boolean): z.ZodObject {
  const shape: Record<string, z.ZodType> = { id: z.int(), demandId: z.int().nullable() };
  for (const [name, field] of Object.entries(entity.fields)) {
    if (isIn(field)) shape[name] = fieldValue(field).describe(field.help ?? field.label);
  }
  return z.object({ ...shape, createdAt: z.iso.datetime(), updatedAt: z.iso.datetime(), version: z.int() });
}
