import { resolveTxt } from 'node:dns/promises';

/** The texts of a DNS name's TXT records; null when DNS does not answer. */
export type DomainRecords = (name: string) => Promise<string[] | null>;

/** Reads TXT records with the DNS servers of this machine. */
export const readDomainRecords: DomainRecords = async (name) => {
  try {
    return (await resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    // RFC 1035: no such name, or no such record.
    return ['ENOTFOUND', 'ENODATA'].includes(String(Reflect.get(Object(error), 'code'))) ? [] : null;
  }
};

/** The name whose TXT record proves a domain. */
export function recordNameOf(domain: string): string {
  return `_bidhouse.${domain}`;
}
