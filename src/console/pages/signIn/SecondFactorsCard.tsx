import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, Smartphone } from 'lucide-react';
import { use, useState } from 'react';
import type { ListedFactor } from '#api/factors/factorContract.ts';
import { canUsePasskeys } from '../../factors/passkeyCalls.ts';
import { factorsKey, factorsQuery } from '../../factors/factorsQuery.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { formatDateTime, NOTHING } from '../../lib/format.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FactorDialog, type FactorDialogTarget } from './FactorDialog.tsx';

const kinds = {
  app: { label: 'Authenticator app', Icon: Smartphone },
  passkey: { label: 'Passkey', Icon: Fingerprint },
} as const;

/** The user's own second factors and recovery codes. */
export function SecondFactorsCard() {
  const api = use(ApiContext);
  const toast = useToast();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const query = useQuery(factorsQuery(api));
  const [dialog, setDialog] = useState<FactorDialogTarget | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: factorsKey });
  const failed = (title: string) => (error: unknown) => {
    if (!isSignedOut(error)) toast.error(errorToast(title, error));
  };
  const remove = useMutation({
    mutationFn: (factorId: string) => api.delete('/api/session/factors/{factorId}', { params: { factorId } }),
    onError: failed('The factor was not removed'),
    onSettled: refresh,
  });
  const replace = useMutation({
    mutationFn: () => api.post('/api/session/recoveryCodes'),
    onSuccess: ({ recoveryCodes }) => setDialog({ codes: recoveryCodes }),
    onError: failed('The codes were not replaced'),
    onSettled: refresh,
  });
  const state = query.data;

  async function askToRemove({ id, name }: ListedFactor) {
    const isLast = state?.factors.length === 1;
    const isConfirmed = await confirm({
      title: `Remove ${name}?`,
      description: isLast
        ? 'It is your only second factor: you then sign in with only your password, and your recovery codes end.'
        : 'You can no longer sign in with it, and remembered devices end. If you lost it, also end your other sessions below.',
      confirmLabel: 'Remove',
      danger: true,
    });
    if (isConfirmed) remove.mutate(id);
  }

  return (
    <Card
      title="Second factor"
      description="A code or passkey that signing in needs beside the password. With it, a stolen password is not enough."
    >
      {state ? (
        <div className="flex flex-col gap-4">
          {state.factors.length === 0 ? (
            <p className="text-sm text-muted">You sign in with only your password.</p>
          ) : (
            <>
              <FactorList
                factors={state.factors}
                isBusy={remove.isPending}
                onRemove={(factor) => void askToRemove(factor)}
              />
              <div className="flex items-center justify-between gap-3">
                <p className="text-sm text-muted">
                  {state.recoveryCodes === 1 ? '1 recovery code left.' : `${state.recoveryCodes} recovery codes left.`}
                </p>
                <Button size="sm" loading={replace.isPending} onClick={() => replace.mutate()}>
                  New recovery codes
                </Button>
              </div>
            </>
          )}
          <div className="flex flex-wrap gap-2">
            {canUsePasskeys() ? (
              <Button icon={<Fingerprint />} onClick={() => setDialog('passkey')}>
                Add passkey
              </Button>
            ) : null}
            <Button icon={<Smartphone />} onClick={() => setDialog('app')}>
              Add authenticator app
            </Button>
          </div>
        </div>
      ) : query.error ? (
        <LoadError title="The second factors could not be loaded" query={query} />
      ) : (
        <Skeleton className="h-24" />
      )}
      {dialog === null ? null : (
        <FactorDialog
          target={dialog}
          onAdded={(recoveryCodes) => {
            setDialog(recoveryCodes && { codes: recoveryCodes });
            void refresh();
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </Card>
  );
}

function FactorList({
  factors,
  isBusy,
  onRemove,
}: {
  factors: readonly ListedFactor[];
  isBusy: boolean;
  onRemove: (factor: ListedFactor) => void;
}) {
  const { timezone } = useUser();
  return (
    <ul aria-label="Second factors" className="flex flex-col divide-y rounded-lg border">
      {factors.map((factor) => {
        const { label, Icon } = kinds[factor.kind];
        const { lastUsedAt, createdAt } = factor;
        return (
          <li key={factor.id} className="flex items-center justify-between gap-3 px-3 py-2">
            <Icon aria-hidden className="size-4 shrink-0 text-muted" />
            <div className="flex min-w-0 flex-1 flex-col">
              <p className="truncate text-sm font-medium">{factor.name}</p>
              <p className="text-xs text-muted">
                {label} · last used {lastUsedAt === null ? NOTHING : formatDateTime(lastUsedAt, timezone)} · added{' '}
                {formatDateTime(createdAt, timezone)}
              </p>
            </div>
            <Button size="sm" variant="ghost" loading={isBusy} onClick={() => onRemove(factor)}>
              Remove
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
