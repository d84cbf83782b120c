import type { ReasonOwner } from '#model/index.ts';

/** Who can mend a loss. */
export const ownerWords: Record<ReasonOwner, string> = {
  us: 'Fix: you',
  partner: 'Fix: partner',
  publisher: 'Fix: publisher',
};
