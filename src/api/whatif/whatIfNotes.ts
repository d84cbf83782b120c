import type { WhatIfResult } from '#engine/whatif/whatIf.ts';
import type { TagRow } from '#model/index.ts';
import type { PresentRow } from '#model/pastRow.ts';
import type { WhatIfChange } from '#model/whatIf.ts';
import { whatIfCaps } from '#model/whatIf.ts';
import type { Names } from '../why/namesFor.ts';
import type { WhatIfNote } from './whatIfContract.ts';

/** The rows that took part, and what was changed of them. */
export interface NotedRows {
  present: readonly PresentRow[];
  changes: readonly WhatIfChange[];
}

/** Tags that one note names. */
const mostNamed = 5;

/** What a what-if cannot know, as far as it matters to this one. */
export function notesOf(result: WhatIfResult, names: Names, { present, changes }: NotedRows): WhatIfNote[] {
  const { unknown, estimated, letIn, areFloorsLower, areFloorsHigher, tags } = result;
  const notes: WhatIfNote[] = [];
  const note = (code: string, text: string) => notes.push({ code, text });
  const named = (ids: readonly number[]) => {
    const shown = ids.slice(0, mostNamed).map((id) => names.tag(id).name ?? `#${id}`);
    return ids.length > shown.length ? `${shown.join(', ')} and ${ids.length - shown.length} more` : shown.join(', ');
  };
  if (areFloorsLower) {
    note(
      'floors_lower',
      'Bidders answered to the floor that they were told. Told a lower one, some would bid that did not: what is told for after the change is the least.',
    );
  }
  if (areFloorsHigher) {
    note(
      'floors_higher',
      'Bids under the new floor are taken as lost. Bidders who would raise theirs are not counted: what is told for after the change is the least.',
    );
  }
  for (const [tagId, requests] of unknown) {
    note(
      'unknown',
      `Not known: ${Math.round(requests)} requests would ask ${named([tagId])}, of which no answer on this channel is kept. None is assumed.`,
    );
  }
  if (estimated.size > 0) {
    note(
      'estimated',
      `Requests would ask tags that were not asked then (${named([...estimated.keys()])}). Answers that these gave to other requests of the period stand in; the interval does not hold how far they may be off.`,
    );
  }
  if (letIn > 0) {
    note(
      'let_in',
      `${Math.round(letIn)} requests were refused then and would not be: what they would bring is not known.`,
    );
  }
  const moved = [...tags].filter(([, { opps }]) => opps.difference !== 0).map(([id]) => id);
  const tagRows = present.filter(({ entity, id }) => entity === 'tag' && moved.includes(id));
  const isLimited = (row: TagRow) => row.freqImps !== null || row.qps !== null;
  const limited = tagRows.filter(({ row }) => isLimited(row as unknown as TagRow)).map(({ id }) => id);
  if (limited.length > 0) {
    note('limits', `Frequency caps and calls a second are as they stood then (${named(limited)}).`);
  }
  const capped = tagRows.filter(({ id, row }) => hasCap(row as unknown as TagRow) && !isTried(changes, id));
  if (capped.length > 0) {
    const ids = capped.map(({ id }) => id);
    note(
      'caps',
      `Caps that are not changed began to hold when they did then (${named(ids)}); now they might earlier or later.`,
    );
  }
  if (present.some(({ entity, row }) => entity === 'channel' && row['floorMode'] === 'dynamic')) {
    note('learned_floor', 'What a dynamic floor had learned is as it was then; under the change it would learn anew.');
  }
  if (present.some(({ entity }) => entity === 'appList' || entity === 'pubList' || entity === 'creList')) {
    note('lists', 'Lists are taken with the members that they have today.');
  }
  return notes;
}

function hasCap({ impsPerDay, impsTotal, spendPerDay, limits }: TagRow): boolean {
  return impsPerDay !== null || impsTotal !== null || spendPerDay !== null || limits.length > 0;
}

function isTried(changes: readonly WhatIfChange[], tagId: number): boolean {
  return changes.some(
    ({ entity, id, values }) => entity === 'tag' && id === tagId && whatIfCaps.tag.some((field) => field in values),
  );
}
