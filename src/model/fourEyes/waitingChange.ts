import type { ChangeAction, FieldChange } from '../entity/changes.ts';

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

/** Maximum objects of one waiting change. */
export const maxWaitingObjects = 200;

/** A change of one object, as the log records it. */
export interface RecordedChange {
  action: ChangeAction;
  /** Name of the object, as in the log. */
  entity: string;
  /** ID of the object; null = a new one, or a setting. */
  rowId: number | null;
  name: string;
  fields: FieldChange[];
}
