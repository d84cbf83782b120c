import { z } from 'zod';
import { maxWhatIfDays } from '#model/fact/whatIf.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);

/** The state of the page as its address holds it; what cannot be read counts as absent. */
export const whatIfSearchSchema = z.object({
  channel: id.optional().catch(undefined),
  /** The tag that the first change is about; absent = the channel itself. */
  tag: id.optional().catch(undefined),
  /** The field that the first change is about. */
  field: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional()
    .catch(undefined),
  days: z.coerce.number().int().min(1).max(maxWhatIfDays).optional().catch(undefined),
});

/** The state of the page. */
export type WhatIfSearch = z.output<typeof whatIfSearchSchema>;
