import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import type { ShownProvider } from '#api/sso/providerContract.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CopyField } from '../../ui/field/CopyField.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { DomainsCard } from './DomainsCard.tsx';
import { LinkedUsersCard } from './LinkedUsersCard.tsx';
import { ProviderSettings } from './ProviderSettings.tsx';
import { useProviderCall } from './useProviderCall.ts';

/** The parts of setting up a provider, in the order in which people do it. */
export function ProviderCards({ provider }: { provider: ShownProvider }) {
  const confirm = useConfirm();
  const remove = useProviderCall('Single sign-on could not be removed');
  const isVerified = provider.domains.some(({ verifiedAt }) => verifiedAt !== null);

  async function confirmRemoval() {
    const isConfirmed = await confirm({
      title: 'Remove single sign-on?',
      description: 'Sessions that were opened with it end, and its users are no longer linked. Users stay.',
      confirmLabel: 'Remove',
      danger: true,
    });
    if (isConfirmed) remove.mutate((api) => api.delete('/api/sso'));
  }

  return (
    <>
      {provider.isEnabled && !isVerified ? (
        <Banner tone="warn">No email domain is verified yet, so only linked users can sign in.</Banner>
      ) : null}
      <Card title="At the identity provider" description="Create a web application there, and enter these values.">
        <div className="flex flex-col gap-4">
          <CopyField
            label="Redirect URI"
            value={provider.redirectUri}
            hint="Also called callback or sign-in redirect."
          />
          <CopyField label="Sign-out redirect URI" value={provider.signOutUri} />
          <CopyField
            label="Sign-in link"
            value={provider.startUrl}
            hint="Leads directly to the provider: for bookmarks and app portals (initiate login URI)."
          />
          <CopyField
            label="SCIM URL"
            value={provider.scimUrl}
            hint={
              <>
                Optional: the provider creates and suspends users. Its token is an{' '}
                <Link to="/keys" className="underline underline-offset-3">
                  API key
                </Link>{' '}
                with the scope “Provisioning (SCIM)”.
              </>
            }
          />
        </div>
      </Card>
      <ProviderSettings key={provider.redirectUri} provider={provider} />
      <DomainsCard domains={provider.domains} />
      <LinkedUsersCard users={provider.users} />
      <Button icon={<Trash2 />} loading={remove.isPending} onClick={() => void confirmRemoval()} className="self-start">
        Remove single sign-on…
      </Button>
    </>
  );
}
