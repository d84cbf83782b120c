import type { RowState } from '../listAnswer.ts';
import { type ReadStates, statesById } from './rowState.ts';

const dayMs = 86_400_000;

/** Days after which a rate may be far from what its currency is worth. */
const staleAfterDays = 14;

/** Whether an exchange rate was set so long ago that bids are compared by what was. Times: ISO 8601, and ms. */
export function rateStatesOf({ updatedAt }: { updatedAt: string }, now: number): RowState[] {
  const days = Math.floor((now - Date.parse(updatedAt)) / dayMs);
  if (days < staleAfterDays) return [];
  return [{ code: 'stale', text: `Last updated ${days} days ago.`, fix: 'perUsd' }];
}

/** The states of exchange rates. */
export const rateStates: ReadStates = async ({ entities, scope, now }, ids) => {
  const rows = await entities.listById('exchangeRate', ids, { scope });
  return statesById(rows, (row) => rateStatesOf(row, now.getTime()));
};
