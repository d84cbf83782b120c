import { z } from 'zod';

/** Parses a list of at most 1,000 values, separated by commas. */
export function commaList<V extends string | number>(value: z.ZodType<V, string>, description: string) {
  return z
    .string('Must be one text')
    .max(12_000, 'At most 12000 characters')
    .transform((list) => list.split(','))
    .pipe(z.array(value).max(1000, 'At most 1000'))
    .describe(`${description}, separated by commas`);
}
