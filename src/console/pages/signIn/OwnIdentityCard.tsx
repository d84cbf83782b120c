import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { formatDateTime } from '../../lib/format.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { SsoFault } from '../login/SsoFault.tsx';

const queryKey = ['ownIdentity'] as const;

/** Links the own login to the identity provider of the account, if there is one. `outcome`: of the last attempt. */
export function OwnIdentityCard({ outcome }: { outcome: string | undefined }) {
  const api = use(ApiContext);
  const { timezone } = useUser();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => api.get('/api/session/identity', { signal }) });
  const onError = (error: unknown) => {
    if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
  };
  const link = useMutation({
    mutationFn: () => api.post('/api/session/identity'),
    onSuccess: ({ url }) => location.assign(url),
    onError,
  });
  const unlink = useMutation({
    mutationFn: () => api.delete('/api/session/identity'),
    onError,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (!data || data.provider === null) return null;
  const { provider, linkedAt } = data;
  return (
    <Card
      title={provider}
      description="Sign in with the identity provider of your account instead of a password."
      actions={
        linkedAt === null ? (
          <Button size="sm" loading={link.isPending} onClick={() => link.mutate()}>
            Link
          </Button>
        ) : (
          <Button size="sm" loading={unlink.isPending} onClick={() => unlink.mutate()}>
            Unlink
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {outcome === 'failed' ? <SsoFault /> : null}
        {outcome === 'linked' && linkedAt !== null ? (
          <Banner tone="good">Your login is linked. You can sign in with {provider} from now on.</Banner>
        ) : null}
        {outcome === 'confirmed' ? (
          <Banner tone="good">You have confirmed who you are. Close this tab, and continue in the other one.</Banner>
        ) : null}
        <p className="text-sm text-muted">
          {linkedAt === null ? 'Your login is not linked.' : `Linked since ${formatDateTime(linkedAt, timezone)}.`}
        </p>
      </div>
    </Card>
  );
}
