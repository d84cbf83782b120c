import { z } from 'zod';
import { memberModes } from '#model/listMembers.ts';
import { maxId } from '#model/index.ts';
import { searchText, wholeNumber } from '../entities/listQuery.ts';

/** The query of a page of members. */
export const pageQuery = z.strictObject({
  q: searchText.optional().describe('Part of the member, in any case'),
  sort: z.enum(['value', '-value'], 'One of: value, -value').default('value'),
  page: wholeNumber(1_000_000).default(1),
  size: wholeNumber(1000).default(50),
});

/** A page of members. */
export const pageAnswer = z.object({
  rows: z.array(z.object({ value: z.string() })),
  total: z.int(),
  page: z.int(),
  size: z.int(),
});

/** What lines are to do to a list. */
export const changeQuery = z.strictObject({
  mode: z.enum(memberModes, `One of: ${memberModes.join(', ')}`).default('add'),
  isDryRun: z
    .enum(['true', 'false'], 'Must be true or false')
    .default('false')
    .transform((value) => value === 'true')
    .describe('Only tell what would change'),
});

const counts = {
  added: z.int(),
  removed: z.int(),
  total: z.int().describe('Members afterwards'),
  entry: z.int().nullable().describe('The entry of the log, by which it can be taken back; null = nothing changed'),
};

/** What came of lines. */
export const reportAnswer = z.object({
  mode: z.enum(memberModes),
  isDryRun: z.boolean(),
  read: z.int().describe('Lines that say something'),
  duplicates: z.int().describe('Lines that name what an earlier one names'),
  unchanged: z.int().describe('Named and there before; for those to be removed: named and not there'),
  invalid: z.int(),
  badLines: z
    .array(z.object({ line: z.int(), text: z.string(), message: z.string() }))
    .describe('The first 100 of the invalid lines'),
  ...counts,
});

/** Which change is to be taken back. */
export const undoBody = z.strictObject({
  entry: z.int('Must be the id of an entry').positive('Must be the id of an entry').max(Number.MAX_SAFE_INTEGER),
});

/** What came of taking it back. */
export const undoAnswer = z.object(counts);

/** The path of the contents of a list, as serving reads them. */
export const contentsParams = z.object({
  entity: z.enum(['appList', 'creList', 'pubList']),
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'Must be an id')
    .transform(Number)
    .refine((id) => id <= maxId, 'Must be an id'),
  hash: z.string().regex(/^[0-9a-f]{32}$/, 'Must be a digest'),
});
