import type { ReasonOwner } from '#model/index.ts';

/** Who can mend a loss. */
export const ownerLabels: Record<ReasonOwner, string> = {
  us: 'Fix: you',
  partner: 'Fix: partner',
  publisher: 'Fix: publisher',
};
