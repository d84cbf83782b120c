import type { RowState } from '../rowParts.ts';
import { type ReadStates, statesById } from './rowState.ts';

const dayMs = 86_400_000;

/** Days after which a rate may be outdated. */
const staleAfterDays = 14;

/** The states of an exchange rate: outdated when it was not updated for some days. `updatedAt`: ISO 8601, `now`: ms. */
export function rateStatesOf({ updatedAt }: { updatedAt: string }, now: number): RowState[] {
  const days = Math.floor((now - Date.parse(updatedAt)) / dayMs);
  if (days < staleAfterDays) return [];
  return [{ code: 'stale', text: `Last updated ${days} days ago.`, fix: 'perUsd' }];
}

export const rateStates: ReadStates = async ({ entities, scope, now }, ids) => {
  const rows = await entities.listById('exchangeRate', ids, { scope });
  return statesById(rows, (row) => rateStatesOf(row, now.getTime()));
};
