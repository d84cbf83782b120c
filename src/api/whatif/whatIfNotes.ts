import type { WhatIfResult } from '#engine/whatif/whatIf.ts';
import type { TagRow } from '#model/index.ts';
import type { CurrentRow } from '#model/entity/pastRow.ts';
import type { WhatIfChange } from '#model/whatif/whatIf.ts';
import { whatIfCaps } from '#model/whatif/whatIf.ts';
import type { Names } from '../why/namesFor.ts';
import type { WhatIfNote } from './whatIfContract.ts';

/** The rows that took part, and their changes. */
export interface NotedRows {
  present: readonly CurrentRow[];
  changes: readonly WhatIfChange[];
}

/** Maximum tags named in one note. */
const maxNamed = 5;

/** The limitations of a what-if that matter for this result. */
export function notesOf(result: WhatIfResult, names: Names, { present, changes }: NotedRows): WhatIfNote[] {
  const { unknown, estimated, newlyAdmitted, areFloorsLower, areFloorsHigher, tags } = result;
  const notes: WhatIfNote[] = [];
  const note = (code: string, text: string) => notes.push({ code, text });
  const named = (ids: readonly number[]) => {
    const shown = ids.slice(0, maxNamed).map((id) => names.tag(id).name ?? `#${id}`);
    return ids.length > shown.length ? `${shown.join(', ')} and ${ids.length - shown.length} more` : shown.join(', ');
  };
  if (areFloorsLower) {
    note(
      'floors_lower',
      'Bidders responded to the original floor. With a lower floor, more of them could bid: the values after the change are the minimum.',
    );
  }
  if (areFloorsHigher) {
    note(
      'floors_higher',
      'Bids below the new floor count as lost. Bidders that would raise their bids are not considered: the values after the change are the minimum.',
    );
  }
  for (const [tagId, requests] of unknown) {
    note(
      'unknown',
      `${Math.round(requests)} requests would call ${named([tagId])}, for which no response on this channel is stored. No ad is assumed.`,
    );
  }
  if (estimated.size > 0) {
    note(
      'estimated',
      `Some requests would call tags that were not called originally (${named([...estimated.keys()])}). Their responses are estimated from other requests of the period; the ± margin does not include this uncertainty.`,
    );
  }
  if (newlyAdmitted > 0) {
    note('let_in', `${Math.round(newlyAdmitted)} requests that were blocked would now pass. Their outcome is unknown.`);
  }
  const moved = [...tags].filter(([, { opps }]) => opps.difference !== 0).map(([id]) => id);
  const tagRows = present.filter(({ entity, id }) => entity === 'tag' && moved.includes(id));
  const isLimited = (row: TagRow) => row.freqImps !== null || row.qps !== null;
  const limited = tagRows.filter(({ row }) => isLimited(row as unknown as TagRow)).map(({ id }) => id);
  if (limited.length > 0) {
    note('limits', `Frequency caps and QPS limits are replayed as they were (${named(limited)}).`);
  }
  const capped = tagRows.filter(({ id, row }) => hasCap(row as unknown as TagRow) && !isTried(changes, id));
  if (capped.length > 0) {
    const ids = capped.map(({ id }) => id);
    note(
      'caps',
      `Unchanged caps are replayed as reached at the original time (${named(ids)}). With the change they could be reached earlier or later.`,
    );
  }
  if (present.some(({ entity, row }) => entity === 'channel' && row['floorMode'] === 'dynamic')) {
    note('dynamic_floor', 'Dynamic floors are replayed as they were. With the change they would adapt.');
  }
  if (present.some(({ entity }) => entity === 'appList' || entity === 'pubList' || entity === 'creList')) {
    note('lists', 'Lists are replayed with their current members.');
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
