import type { AdsTxtAppRow, AdsTxtFileRow } from '#model/supply/adsTxt.ts';

/** The parsed contents of an ads.txt or app-ads.txt file. */
export interface ParsedAdsTxt {
  state: AdsTxtFileRow['state'];
  sellers: ReadonlySet<string>;
  partners: readonly string[];
}

/** The sellers authorized by sites and apps, by host and by bundle. */
export interface AdsTxtIndex {
  readonly files: Map<`${AdsTxtFileRow['kind']} ${string}`, ParsedAdsTxt>;
  readonly hostsOfApp: Map<string, readonly string[]>;
}

/** Creates an empty index. */
export function emptyAdsTxtIndex(): AdsTxtIndex {
  return { files: new Map(), hostsOfApp: new Map() };
}

/** Updates the index after a change of a file's row. */
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

/** Updates the index after a change of the hosts of an app's file. */
export function indexApp(
  { hostsOfApp }: AdsTxtIndex,
  before: AdsTxtAppRow | undefined,
  after: AdsTxtAppRow | null,
): void {
  if (before) hostsOfApp.delete(before.bundle);
  if (after) hostsOfApp.set(after.bundle, after.hosts);
}
