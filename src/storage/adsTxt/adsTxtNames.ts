import type { AdsTxtFileRow } from '#model/supply/adsTxt.ts';

/** A host's file. */
export type FileName = Pick<AdsTxtFileRow, 'kind' | 'host'>;

/** An app as requests told of it last. */
export interface CrawlApp {
  bundle: string;
  storeUrl: string;
  /** Domain of its publisher; empty = not told. */
  publisherDomain: string;
}

/** What became of a try to read a file; without content, what is known of it stays. */
export interface FileResult {
  outcome: string;
  failures: number;
  /** ISO 8601. */
  dueAt: string;
  readAt?: string;
  content?: {
    state: AdsTxtFileRow['state'];
    sellers: readonly string[];
    partners: readonly string[];
    subdomains: readonly string[];
  };
}

/** What became of a look for a developer. */
export interface AppResult {
  developerUrl: string;
  hosts: readonly string[];
  outcome: string;
  failures: number;
  dueAt: string;
}
