import type { FilterOp } from '#reports/index.ts';

/** How people read a comparison. */
export const opLabels: Record<FilterOp, string> = {
  in: 'is',
  not_in: 'is not',
  contains: 'contains',
  starts: 'starts with',
};
