import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Suspense, use } from 'react';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { seesWaiting } from '../../waiting/seesWaiting.ts';
import { ProviderCards } from './ProviderCards.tsx';
import { providerQuery } from './providerQuery.ts';
import { useProviderCall } from './useProviderCall.ts';

const WaitingNotice = lazyChunk(() => import('../../waiting/WaitingNotice.tsx'), 'WaitingNotice');

const waitingObjects = ['identityProvider'];

/** The identity provider of an account, for its owner; that of the platform's admins, for super admins. */
export function SsoPage() {
  const api = use(ApiContext);
  const user = useUser();
  const { type } = user;
  const query = useQuery(providerQuery(api));
  const create = useProviderCall('Single sign-on could not be set up');
  const who = type === 'admin' ? 'Admins of the platform' : 'People of your account';
  if (query.error && !query.data) return <LoadError title="Single sign-on could not be loaded" query={query} />;
  if (!query.data) return <Skeleton className="m-6 h-64" />;
  const { provider } = query.data;
  if (!provider)
    return (
      <EmptyState
        isPage
        icon={<KeyRound />}
        title="No single sign-on yet"
        text={`${who} can sign in with Okta, Entra ID, Keycloak or any other OpenID Connect provider.`}
        action={
          <Button
            variant="primary"
            loading={create.isPending}
            onClick={() => create.mutate((caller) => caller.post('/api/sso'))}
          >
            Set up single sign-on
          </Button>
        }
      />
    );
  return (
    <main className="h-full overflow-y-auto">
      <div className="flex max-w-3xl flex-col gap-5 p-6">
        <div>
          <h1 className="text-xl font-semibold tracking-tight">Single sign-on</h1>
          <p className="text-sm text-muted">{who} sign in with your identity provider (OpenID Connect).</p>
        </div>
        {seesWaiting(user) ? (
          <Suspense fallback={null}>
            <WaitingNotice objects={waitingObjects} />
          </Suspense>
        ) : null}
        <ProviderCards provider={provider} />
      </div>
    </main>
  );
}
