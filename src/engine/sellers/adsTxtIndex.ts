import type { AdsTxtAppRow, AdsTxtFileRow } from '#model/supply/adsTxt.ts';

/** What a file says. */
export interface FileFacts {
  state: AdsTxtFileRow['state'];
  sellers: ReadonlySet<string>;
  partners: readonly string[];
}

/** Whom sites and apps let sell, found by host and by bundle. */
export interface AdsTxtIndex {
  readonly files: Map<`${AdsTxtFileRow['kind']} ${string}`, FileFacts>;
  readonly hostsOfApp: Map<string, readonly string[]>;
}

/** An index in which nothing is known. */
export function emptyAdsTxtIndex(): AdsTxtIndex {
  return { files: new Map(), hostsOfApp: new Map() };
}

/** Follows a change of what is known of a file. */
export function indexFile(
  { files }: AdsTxtIndex,
  before: AdsTxtFileRow | undefined,
  after: AdsTxtFileRow | null,
): void {
  if (before) files.delete(`${before.kind} ${before.host}`);
  if (!after) return;
  const { kind, host, state, sellers, partners } = after;
  files.set(`${kind} ${host}`, { state, sellers: new Set(sellers), partners });
}

/** Follows a change of where the file of an app is. */
export function indexApp(
  { hostsOfApp }: AdsTxtIndex,
  before: AdsTxtAppRow | undefined,
  after: AdsTxtAppRow | null,
): void {
  if (before) hostsOfApp.delete(before.bundle);
  if (after) hostsOfApp.set(after.bundle, after.hosts);
}
