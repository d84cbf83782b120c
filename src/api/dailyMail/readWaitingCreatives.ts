import { hasDsp, mayUse } from '#model/index.ts';
import type { RowSearch } from '../entities/findRows.ts';
import { rowStates } from '../entities/rowStates/rowStates.ts';

/** The creatives that wait for a user's approval. */
export interface WaitingCreatives {
  rows: { id: number; name: string }[];
  /** Whether there may be more than those. */
  hasMore: boolean;
}

const shownAtMost = 20;

/** Reads the creatives that /today offers to a user for approval: newest first, at most 20, without drafts. */
export async function readWaitingCreatives(search: RowSearch): Promise<WaitingCreatives> {
  const { entities, user, scope } = search;
  if (user.type === 'admin' || !hasDsp(user) || !mayUse(user, 'creativeReview')) return { rows: [], hasMore: false };
  const { rows, total } = await entities.list('creative', {
    scope,
    status: [1],
    filters: { review: ['pending'] },
    sort: '-id',
    page: 1,
    size: shownAtMost,
  });
  const states = await rowStates(
    search,
    'creative',
    rows.map(({ id }) => id),
  );
  const waiting = rows.filter(({ id }) => !states.get(id)?.some(({ code }) => code === 'no_file'));
  return { rows: waiting.map(({ id, name }) => ({ id, name })), hasMore: total > rows.length };
}
