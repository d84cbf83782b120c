import { z } from 'zod';
import type { Field } from '#model/index.ts';

/** The schemas of prices, revenue and other money in responses. */
const moneySchemas = z.registry<{ isMoney: true }>();

/**
 * Declares a value of a response to be money: callers whose role hides money do not receive it. Its type says nothing
 * about that, since all other callers always receive it.
 */
export function moneyValue<S extends z.ZodType>(schema: S): S {
  const absent = schema.optional();
  moneySchemas.add(absent, { isMoney: true });
  return absent as unknown as S;
}

/** The schema of a field in responses. */
export function fieldValue<T>(field: Field<T>): z.ZodType<T, T> {
  const schema = field.schema();
  return field.isMoney ? moneyValue(schema) : schema;
}

/** Whether a value is declared to be money; a description of the schema changes nothing about that. */
export function isMoneySchema(schema: z.core.$ZodType): boolean {
  return moneySchemas.get(schema)?.isMoney === true;
}
