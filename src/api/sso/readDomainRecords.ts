import { resolveTxt } from 'node:dns/promises';

/** The texts of a DNS name's TXT records; null when there are none, or DNS does not answer. */
export type DomainRecords = (name: string) => Promise<string[] | null>;

/** Reads TXT records with the DNS servers of this machine. */
export const readDomainRecords: DomainRecords = async (name) => {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch {
    return null;
  }
};

/** The name whose TXT record proves a domain. */
export function recordNameOf(domain: string): string {
  return `_bidhouse.${domain}`;
}
