import type { ObservedRow } from '#api/observed/observedContract.ts';
import type { AdsTxtVerdict } from '#model/supply/adsTxt.ts';

/** Numbers of rows by what their file means. */
export interface FileCounts {
  listed: number;
  unlisted: number;
  /** Without a file: every seller is allowed. */
  without: number;
  unread: number;
}

/** Counts rows by their files. */
export function countFiles(rows: readonly ObservedRow[]): FileCounts {
  const countOf = (verdicts: readonly (AdsTxtVerdict | undefined)[]) =>
    rows.filter(({ adsTxt }) => verdicts.includes(adsTxt?.verdict)).length;
  return {
    listed: countOf(['authorized']),
    unlisted: unlistedRows(rows).length,
    without: countOf(['non_participating']),
    unread: countOf(['unread', undefined]),
  };
}

/** The rows whose file was read and lists none of the account's sellers, or needs a partner's file that is missing. */
export function unlistedRows(rows: readonly ObservedRow[]): ObservedRow[] {
  return rows.filter(({ adsTxt }) => adsTxt?.verdict === 'unauthorized' || adsTxt?.verdict === 'inconclusive');
}
