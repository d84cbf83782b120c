import { useMutation, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { LoadError } from '../frame/errors/LoadError.tsx';
import { ApiContext } from '../lib/apiContext.ts';
import { Banner } from '../ui/Banner.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ProofForm, type Proof } from './ProofForm.tsx';

/** Confirms who the person is, by a second factor or, without one, by the password. */
export function ConfirmPersonDialog({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const api = use(ApiContext);
  const query = useQuery({
    queryKey: ['confirmation'],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => api.get('/api/session/confirmation', { signal }),
  });
  const confirm = useMutation({
    mutationFn: (proof: Proof) => api.post('/api/session/confirmation', { body: proof }),
    onSuccess: () => onSettled(true),
  });

  /** A challenge is valid once, so that each press of the button needs its own. */
  async function challenge() {
    const { passkey } = await api.get('/api/session/confirmation');
    if (passkey === null) throw new Error('You no longer have a passkey');
    return passkey;
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onSettled(false);
      }}
      size="sm"
      title="Confirm that it is you"
      description="This action needs it. You will not have to confirm again for ten minutes."
    >
      {query.data?.methods.length === 0 ? (
        <Banner tone="info">
          You sign in with an identity provider, and have no second factor here. Sign out and in again, and then repeat
          this within ten minutes; or add a second factor under “Password and sessions”.
        </Banner>
      ) : query.data ? (
        <ProofForm
          methods={query.data.methods}
          challenge={challenge}
          submitLabel="Confirm"
          isBusy={confirm.isPending}
          error={confirm.error}
          onProof={(proof) => confirm.mutate(proof)}
        />
      ) : query.error ? (
        <LoadError query={query} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Dialog>
  );
}
