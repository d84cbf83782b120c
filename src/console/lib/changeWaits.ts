import type { WaitingResponse } from '#api/fourEyes/waitingContract.ts';

/** The proposed change in the response of a call that waits. */
export type ProposedChange = WaitingResponse['waiting'];

/** Thrown by a call whose change waits for a second person: nothing has changed, so that what it assumed is undone. */
export class ChangeWaits extends Error {
  readonly change: ProposedChange;

  constructor(change: ProposedChange) {
    super('Waits for a second person');
    this.name = 'ChangeWaits';
    this.change = change;
  }
}

/** The change of a response with status 202; null when it is of another kind. */
export function proposedChangeOf(body: unknown): ProposedChange | null {
  const { waiting } = (body ?? {}) as Partial<WaitingResponse>;
  return waiting ?? null;
}

/** Who can approve a change: “Ann or Ben can approve it.” */
export function approverText(names: readonly string[]): string {
  const shown = names.slice(0, 2).join(names.length > 2 ? ', ' : ' or ');
  const rest = names.length - 2;
  return `${shown}${rest > 0 ? ` or ${rest === 1 ? 'another person' : `one of ${rest} others`}` : ''} can approve it.`;
}
