import { useMutation, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { LoadError } from '../frame/errors/LoadError.tsx';
import { ApiContext } from '../lib/apiContext.ts';
import { Banner } from '../ui/Banner.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ProofForm, type Proof } from './ProofForm.tsx';
import { ProviderProof } from './ProviderProof.tsx';

/** Confirms who the person is, by a second factor or, without one, by the password or the identity provider. */
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
      {query.data ? (
        <div className="flex flex-col gap-4">
          {query.data.provider === null ? null : (
            <ProviderProof name={query.data.provider} onProven={() => onSettled(true)} />
          )}
          {query.data.methods.length > 0 ? (
            <ProofForm
              methods={query.data.methods}
              challenge={challenge}
              submitLabel="Confirm"
              isBusy={confirm.isPending}
              error={confirm.error}
              onProof={(proof) => confirm.mutate(proof)}
            />
          ) : query.data.provider === null ? (
            <Banner tone="info">
              You have neither a password nor a second factor here. Add a second factor under “Password and sessions”.
            </Banner>
          ) : null}
        </div>
      ) : query.error ? (
        <LoadError query={query} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Dialog>
  );
}
