import { useMutation } from '@tanstack/react-query';
import { use } from 'react';
import { ApiContext } from '../../lib/apiContext.ts';
import { messageOf } from '../../lib/problems.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

/** Tests whether an issuer can be reached and used. */
export function ConnectionTest({ issuer }: { issuer: string }) {
  const api = use(ApiContext);
  const test = useMutation({ mutationFn: (tested: string) => api.post('/api/sso/test', { body: { issuer: tested } }) });
  const found = test.data && test.variables === issuer ? test.data : null;
  return (
    <div className="flex flex-col gap-2">
      <Button
        loading={test.isPending}
        disabled={issuer === ''}
        onClick={() => test.mutate(issuer)}
        className="self-start"
      >
        Test connection
      </Button>
      <div role="status">
        {test.error && test.variables === issuer ? <Banner tone="bad">{messageOf(test.error)}</Banner> : null}
        {found ? <Banner tone={found.fault === null ? 'good' : 'bad'}>{found.fault ?? textOf(found)}</Banner> : null}
      </div>
    </div>
  );
}

function textOf({ offersSignOut, namesAuthTime }: { offersSignOut: boolean; namesAuthTime: boolean | null }): string {
  const signOut = offersSignOut
    ? 'Signing out also ends the session there.'
    : 'Signing out does not end the session there.';
  // Providers that name no claims may send it.
  const confirming =
    namesAuthTime === false
      ? ' It does not name the claim “auth_time”: people without a password confirm with a second factor, which they add within ten minutes after signing in.'
      : '';
  return `The provider can be used. ${signOut}${confirming}`;
}
