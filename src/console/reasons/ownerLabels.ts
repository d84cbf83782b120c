import type { ReasonOwner } from '#model/index.ts';

/** Labels of who can fix a loss. */
export const ownerLabels: Record<ReasonOwner, string> = {
  us: 'Fix: you',
  partner: 'Fix: partner',
  publisher: 'Fix: publisher',
};
