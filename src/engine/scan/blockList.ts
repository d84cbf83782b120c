import { linesOf } from '../ivt/linesOf.ts';

/** Kinds of lists with which creatives are compared. */
export type BlockListKind = 'blockedDomains' | 'blockedFiles';

const domain = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.){1,20}[a-z][a-z0-9-]{1,62}$/;
/** Marks of the rules of filter lists that hide elements of pages, or change them: `example.com##.ad`. */
const hiding = /[^#\s]#[@?$%]{0,3}#\S/;
const digest = /^[0-9a-f]{64}$/;

/**
 * The entry of a line: a domain in lower case without `www.`, or the SHA-256 of a file in hexadecimal. Null for a
 * comment or an empty line, undefined for any other text, also for a rule of a filter list that hides elements of
 * pages. Lines of hosts files, filter lists (`||domain^`) and sha256sum are read too.
 */
export function blockEntryOf(kind: BlockListKind, line: string): string | null | undefined {
  const head = line.slice(0, 1000);
  if (kind === 'blockedDomains' && hiding.test(head)) return undefined;
  const text = head
    .replace(/[#!].*/, '')
    .trim()
    .toLowerCase();
  if (text === '') return null;
  const words = text.split(/[\s,;|]+/).filter((word) => word !== '');
  if (kind === 'blockedFiles') return words.find((word) => digest.test(word));
  const [first = '', second] = words;
  const isHostsLine = second !== undefined && /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)$/.test(first);
  const name = (isHostsLine ? second : first).replace(/^(?:\*\.|www\.)/, '').replace(/\^$/, '');
  return domain.test(name) ? name : undefined;
}

/** The entries of a list. A text of any length is read in slices: `yieldIfDue` is awaited between lines. */
export async function readBlockList(
  kind: BlockListKind,
  text: string,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<ReadonlySet<string>> {
  const entries = new Set<string>();
  for (const line of linesOf(text)) {
    const entry = blockEntryOf(kind, line);
    if (entry) entries.add(entry);
    await yieldIfDue();
  }
  return entries;
}
