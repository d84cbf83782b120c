/**
 * The state of a host's file: `file` = it was read, `none` = the host responds without one, `unread` = it could not be
 * read yet. A file that can no longer be read stays in force as last read.
 */
export type AdsTxtFileState = 'file' | 'none' | 'unread';

/** The ads.txt (`ads`) or app-ads.txt (`app`) of a host, as serving stores it. */
export interface AdsTxtFileRow {
  id: number;
  kind: 'ads' | 'app';
  /** Lower case: a root domain, or a subdomain with a file of its own. */
  host: string;
  state: AdsTxtFileState;
  /** The listed sellers in our own advertising systems, as formatted by `adsTxtSeller`. */
  sellers: string[];
  /** Domains of inventory partners, whose files authorize sellers of their part. */
  partners: string[];
}

/** The hosts of an app's app-ads.txt: the first host with a file counts. */
export interface AdsTxtAppRow {
  id: number;
  /** Bundle or store ID, as in requests. */
  bundle: string;
  hosts: string[];
}

/** Crawled rows that serving holds in memory besides entities. */
export interface CrawledRows {
  adsTxtFile: AdsTxtFileRow;
  adsTxtApp: AdsTxtAppRow;
}

/** Formats a seller as stored with a file: advertising system and seller ID. */
export function adsTxtSeller({ asi, sid }: { asi: string; sid: string }): string {
  return `${asi.toLowerCase()} ${sid}`;
}

/**
 * Whether a site or app authorizes a seller. `unauthorized` = its file exists and does not list it, non_participating =
 * it has no file, inconclusive = the file of a partner decides and is missing, unread = nothing is known yet.
 */
export const adsTxtVerdicts = ['authorized', 'unauthorized', 'non_participating', 'inconclusive', 'unread'] as const;

export type AdsTxtVerdict = (typeof adsTxtVerdicts)[number];
