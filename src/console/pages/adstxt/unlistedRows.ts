import type { ObservedRow } from '#api/observed/observedContract.ts';

/** The rows whose file was read and lists none of the account's sellers, or needs a partner's file that is missing. */
export function unlistedRows(rows: readonly ObservedRow[]): ObservedRow[] {
  return rows.filter(({ adsTxt }) => adsTxt?.verdict === 'unauthorized' || adsTxt?.verdict === 'inconclusive');
}
