import type { AdsTxtFileRow } from '#model/supply/adsTxt.ts';

export type FileName = Pick<AdsTxtFileRow, 'kind' | 'host'>;

/** An app by its latest bid request. */
export interface CrawlApp {
  bundle: string;
  storeUrl: string;
  /** Domain of its publisher; empty = undeclared. */
  publisherDomain: string;
}

/** The outcome of an attempt to read a file; without content, the stored content stays. */
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

/** The outcome of a search for an app's developer. */
export interface AppResult {
  developerUrl: string;
  hosts: readonly string[];
  outcome: string;
  failures: number;
  dueAt: string;
}
