import { z } from 'zod';
import { maxWhatIfDays } from '#model/whatif/whatIf.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);

/** URL state of the page. Invalid values are dropped. */
export const whatIfSearchSchema = z.object({
  channel: id.optional().catch(undefined),
  /** The tag of the first change; absent = the channel itself. */
  tag: id.optional().catch(undefined),
  /** The field of the first change. */
  field: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional()
    .catch(undefined),
  days: z.coerce.number().int().min(1).max(maxWhatIfDays).optional().catch(undefined),
});

export type WhatIfSearch = z.output<typeof whatIfSearchSchema>;
