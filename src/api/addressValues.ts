import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import { maxId } from '#model/index.ts';

/** Parses a search text. */
export const searchText = textSchema('Must be a single value').trim().max(255, 'At most 255 characters');

/** Parses an id from a text; `missing` is the message when it is absent. */
export const idInText = (missing?: string) =>
  z
    .string(missing)
    .regex(/^[1-9]\d{0,9}$/, 'Must be an ID')
    .transform(Number)
    .refine((id) => id <= maxId, 'Must be an ID');

/** Path parameters with the id of a row. */
export const idParam = z.object({ id: idInText() });

/** Parses an integer of at least 1 from a text. */
export const wholeNumber = (max: number) =>
  z
    .string('Must be a single number')
    .regex(/^[1-9]\d{0,6}$/, 'Must be a whole number of at least 1')
    .transform(Number)
    .refine((value) => value <= max, `At most ${max}`);

/** Parses a day, YYYY-MM-DD. */
export const dayInText = z.iso
  .date({ error: 'Must be a date as YYYY-MM-DD', abort: true })
  .refine((text) => text >= '2000-01-01' && text <= '2099-12-31', 'Must be between 2000 and 2099');
