/** A version in CHANGELOG.md (Keep a Changelog): its number and date (YYYY-MM-DD). */
export interface ChangelogVersion {
  version: string;
  date: string | undefined;
}

/** The versions of a changelog, the newest first as in the text. */
export function readChangelog(text: string): ChangelogVersion[] {
  return [...text.matchAll(/^## \[?([^\]\s]+)\]?(?: - (\d{4}-\d{2}-\d{2}))?$/gm)].map(([, version = '', date]) => ({
    version,
    date,
  }));
}
