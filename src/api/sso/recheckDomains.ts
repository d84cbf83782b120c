import type { ApiDeps } from '../deps.ts';
import { recordNameOf } from './readDomainRecords.ts';

const dayMs = 86_400_000;

/** How often the record of a verified domain is looked up, in ms. */
const checkMs = dayMs;

/** How long a verified domain counts without its record, in ms. */
export const missingMs = 14 * dayMs;

/**
 * Looks up the records of verified domains, each once a day. A domain whose record is missing for 14 days is no longer
 * verified; while DNS does not answer, nothing changes. Publishes nothing for serving.
 */
export async function recheckDomains({
  domainRecords,
  identityProviders,
  now,
}: Pick<ApiDeps, 'domainRecords' | 'identityProviders' | 'now'>): Promise<boolean> {
  for (;;) {
    const at = now();
    const before = new Date(at.getTime() - checkMs).toISOString();
    const claimed = await identityProviders.claimCheck({ now: at.toISOString(), before });
    if (!claimed) return false;
    const records = await domainRecords(recordNameOf(claimed.domain));
    if (records === null) continue;
    if (records.includes(claimed.record)) await identityProviders.noteMissing(claimed, null);
    else if (claimed.missingSince === null) await identityProviders.noteMissing(claimed, at.toISOString());
    else if (at.getTime() >= Date.parse(claimed.missingSince) + missingMs)
      await identityProviders.revokeDomain(claimed);
  }
}
