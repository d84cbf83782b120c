/** The areas of changes that need two people under FOUR_EYES. */
export const fourEyesAreas = ['payouts', 'prices', 'roles'] as const;

/** An area of changes that wait for a second person. */
export type FourEyesArea = (typeof fourEyesAreas)[number];

/** The states of a waiting change; all but `waiting` are final. */
export const waitingStates = ['waiting', 'approved', 'rejected', 'withdrawn', 'expired', 'failed'] as const;

export type WaitingState = (typeof waitingStates)[number];

/** Hours for which a change waits before it expires. */
export const waitingHours = 72;

/** Maximum waiting changes of one person. */
export const maxWaiting = 100;

/** Maximum length of the reason of a rejection. */
export const maxDecisionReason = 500;
