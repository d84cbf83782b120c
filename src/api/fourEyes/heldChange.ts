import { fourEyesAreaOf } from '#model/fourEyes/fourEyesAreaOf.ts';
import type { FourEyesArea, RecordedChange } from '#model/fourEyes/waitingChange.ts';
import type { Author, NewEntry } from '#storage/entities/changeLog.ts';

/** Ends the transaction of a change that needs a second person: nothing of it is stored. */
export class HeldChange extends Error {
  readonly area: FourEyesArea;
  readonly objects: RecordedChange[];

  constructor(area: FourEyesArea, objects: RecordedChange[]) {
    super(`A change of ${area} needs a second person`);
    this.area = area;
    this.objects = objects;
  }
}

/** Throws for changes that need a second person, before they are recorded. */
export const holdChanges: NonNullable<Author['beforeRecording']> = async (_connection, entries) => {
  const area = entries.map(fourEyesAreaOf).find((each) => each !== null);
  if (area) throw new HeldChange(area, recordedChanges(entries));
};

/** The changes of log entries. New objects have no ID yet. */
export function recordedChanges(entries: readonly NewEntry[]): RecordedChange[] {
  return entries.map(({ action, entity, rowId, name, fields = [] }) => ({
    ...{ action, entity, name, fields },
    rowId: action === 'created' ? null : rowId,
  }));
}
