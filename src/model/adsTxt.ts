/** What a seller puts into the ads.txt of its sites and the app-ads.txt of its apps, and what that is made of. */
export interface AdsTxtSnippet {
  /** Domain of the advertising system: the account's own, else the platform's. */
  asi: string;
  sellerId: string;
  /** Whether the sellers.json of that domain lists the seller. */
  isListed: boolean;
  /** The line for what the seller owns; null for one that sells only what others own. */
  direct: string | null;
  /** The line that others put into their files for what it sells of theirs; null for one that sells only its own. */
  reseller: string | null;
}

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

/** What a catalogue shows of the file of a site or app. */
export interface ObservedAdsTxt {
  /** Whether it names any seller of the account; for the operator, any seller at all. */
  verdict: AdsTxtVerdict;
  /** Host that the file is at, or was looked for at; null = none is known. */
  host: string | null;
  /** When it was read last, ISO 8601; null = never. */
  readAt: string | null;
  /** What the last try brought: ok, http_404, timeout, not_text …; empty = there was none. */
  outcome: string;
}
