import type { FilterOp } from '#reports/index.ts';

/** Labels of filter operators. */
export const opLabels: Record<FilterOp, string> = {
  in: 'is',
  not_in: 'is not',
  contains: 'contains',
  starts: 'starts with',
};
