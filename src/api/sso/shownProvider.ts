import type { IdentityProvider, SsoDomainRow } from '#storage/sso/identityProviderStore.ts';
import type { LinkedUser } from '#storage/sso/ssoIdentityStore.ts';
import type { ShownProvider } from './providerContract.ts';
import { afterSignOutUrl, redirectUriOf, startUrlOf } from './providerUrls.ts';
import { recordNameOf } from './readDomainRecords.ts';
import { missingMs } from './recheckDomains.ts';

/** A provider without its client secret, with the URLs to enter at it. `base`: the console's URL. */
export function shownProvider(provider: IdentityProvider, users: readonly LinkedUser[], base: string): ShownProvider {
  const { id, demandId: _demandId, createdAt: _createdAt, sealedClientSecret, domains, ...settings } = provider;
  return {
    ...settings,
    hasClientSecret: sealedClientSecret !== null,
    redirectUri: redirectUriOf(base, id),
    signOutUri: afterSignOutUrl(base),
    startUrl: startUrlOf(base, id),
    scimUrl: `${base}/scim/v2`,
    domains: domains.map((each) => ({ ...each, recordName: recordNameOf(each.domain), endsAt: endOf(each) })),
    users: users.map(({ userId, ...user }) => ({ id: userId, ...user })),
  };
}

/** When a domain without its record is no longer verified. */
function endOf({ missingSince }: Pick<SsoDomainRow, 'missingSince'>): string | null {
  return missingSince === null ? null : new Date(Date.parse(missingSince) + missingMs).toISOString();
}
