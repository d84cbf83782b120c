import { z } from 'zod';
import { textSchema } from '#model/field/textSchema.ts';
import { maxId } from '#model/index.ts';

/** Text to search for. */
export const searchText = textSchema('Must be a single value').trim().max(255, 'At most 255 characters');

/** Reads an id out of a text; `missing` is the message where there is none. */
export const idInText = (missing?: string) =>
  z
    .string(missing)
    .regex(/^[1-9]\d{0,9}$/, 'Must be an ID')
    .transform(Number)
    .refine((id) => id <= maxId, 'Must be an ID');

/** The id of a row in a path. */
export const idParam = z.object({ id: idInText() });

/** Reads a whole number from 1 out of a text. */
export const wholeNumber = (max: number) =>
  z
    .string('Must be a single number')
    .regex(/^[1-9]\d{0,6}$/, 'Must be a whole number of at least 1')
    .transform(Number)
    .refine((value) => value <= max, `At most ${max}`);

/** Reads a day. */
export const dayInText = z.iso
  .date({ error: 'Must be a date as YYYY-MM-DD', abort: true })
  .refine((text) => text >= '2000-01-01' && text <= '2099-12-31', 'Must be between 2000 and 2099');
