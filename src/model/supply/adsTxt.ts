/**
 * What a host has: `file` = an ads.txt or app-ads.txt was read, `none` = it answers and has none, `unread` = it could
 * not be read yet. A file that cannot be read any more stays in force as it was read last.
 */
export type AdsTxtFileState = 'file' | 'none' | 'unread';

/** What serving knows of the ads.txt (`ads`) or app-ads.txt (`app`) of a host. */
export interface AdsTxtFileRow {
  id: number;
  kind: 'ads' | 'app';
  /** Lower case: a root domain, or a subdomain that has a file of its own. */
  host: string;
  state: AdsTxtFileState;
  /** Of the accounts that it lists those with our own advertising systems, as `adsTxtSeller` writes them. */
  sellers: string[];
  /** Domains of those who own a part of the inventory, and whose files authorise sellers of it. */
  partners: string[];
}

/** Where the app-ads.txt of an app is: at the first of these hosts that has one. */
export interface AdsTxtAppRow {
  id: number;
  /** Bundle or store id, as requests name it. */
  bundle: string;
  hosts: string[];
}

/** What was crawled and serving holds in memory beside the entities. */
export interface CrawledRows {
  adsTxtFile: AdsTxtFileRow;
  adsTxtApp: AdsTxtAppRow;
}

/** An account with an advertising system, in the form in which a file's sellers are kept. */
export function adsTxtSeller({ asi, sid }: { asi: string; sid: string }): string {
  return `${asi.toLowerCase()} ${sid}`;
}

/**
 * Whether a site or app lets a seller sell: unauthorised = its file is there and does not name it, non_participating =
 * it has no file, inconclusive = the file of a partner decides and is missing, unread = nothing is known yet.
 */
export const adsTxtVerdicts = ['authorised', 'unauthorised', 'non_participating', 'inconclusive', 'unread'] as const;

/** What is known of whether a seller may sell. */
export type AdsTxtVerdict = (typeof adsTxtVerdicts)[number];
