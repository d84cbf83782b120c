import { z } from 'zod';

/** URL state of the page of waiting changes. Invalid values are dropped. */
export const waitingSearchSchema = z.object({
  state: z.literal('decided').optional().catch(undefined),
  page: z.coerce.number().int().min(2).max(1_000_000).optional().catch(undefined),
  /** The change in the drawer. */
  open: z.uuid().optional().catch(undefined),
});

export type WaitingSearch = z.output<typeof waitingSearchSchema>;
