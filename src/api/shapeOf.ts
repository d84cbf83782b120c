import type { z } from 'zod';

/** Builds the shape of an object whose fields share one schema. */
export function shapeOf<const Key extends string, Schema extends z.ZodType>(
  keys: readonly Key[],
  schema: Schema,
): Record<Key, Schema> {
  return Object.fromEntries(keys.map((key) => [key, schema])) as Record<Key, Schema>;
}
