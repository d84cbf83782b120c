import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { use, useState } from 'react';
import type { ShownKey } from '#api/keys/keyContract.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import { keysQuery } from './keysQuery.ts';
import { KeyTable } from './KeyTable.tsx';
import { revocationText } from './keyTexts.ts';
import { type NewToken, NewTokenDialog } from './NewTokenDialog.tsx';
import { RotateDialog } from './RotateDialog.tsx';
import { TokenCard } from './TokenCard.tsx';
import { useRevoke } from './useRevoke.ts';

/** The API keys that the user manages: a list, and dialogs to create, rotate and revoke them. */
export function ManagedKeys() {
  const api = use(ApiContext);
  const { adminId, timezone } = useUser();
  const confirm = useConfirm();
  const revoke = useRevoke();
  const { data, error, isFetching, refetch } = useQuery(keysQuery(api));
  const isLoading = useDelayed(!data && !error);
  const [isCreating, setCreating] = useState(false);
  const [rotated, setRotated] = useState<ShownKey | null>(null);
  const [shown, setShown] = useState<NewToken | null>(null);
  // An admin who acts as the user can only revoke.
  const mayCreate = adminId === null;

  async function revokeKey(key: ShownKey) {
    const description = revocationText(key, timezone);
    if (await confirm({ title: `Revoke ${key.name}?`, description, confirmLabel: 'Revoke key', danger: true }))
      revoke.mutate(key);
  }
  async function revokeToken() {
    if (!data?.token) return;
    const description = revocationText(data.token, timezone);
    if (await confirm({ title: 'Revoke the API token?', description, confirmLabel: 'Revoke token', danger: true }))
      revoke.mutate('token');
  }
  const createButton = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      Create API key
    </Button>
  );

  return (
    <main className="toast-room flex flex-col gap-4 p-5">
      <div className="flex items-center gap-3">
        <h1 className="flex-1 text-xl font-semibold tracking-tight">API keys</h1>
        {mayCreate && data && data.keys.length > 0 ? createButton : null}
      </div>
      {data?.token ? <TokenCard token={data.token} onRevoke={() => void revokeToken()} /> : null}
      {data && data.keys.length > 0 ? (
        <KeyTable keys={data.keys} onRotate={setRotated} onRevoke={(key) => void revokeKey(key)} />
      ) : data ? (
        <Card>
          <EmptyState
            icon={<KeyRound />}
            title="No API keys yet"
            text="Programs call the API with a key. It can do what you can do, within areas that you select."
            action={mayCreate ? createButton : undefined}
          />
        </Card>
      ) : error ? (
        <LoadError title="The API keys could not be loaded" query={{ error, refetch, isFetching }} />
      ) : isLoading ? (
        <div aria-busy>
          <Skeleton className="h-16" />
        </div>
      ) : null}
      {isCreating ? (
        <CreateKeyDialog
          open
          onOpenChange={setCreating}
          onCreated={(key) => {
            setCreating(false);
            setShown(key);
          }}
        />
      ) : null}
      {rotated ? (
        <RotateDialog
          apiKey={rotated}
          onClose={() => setRotated(null)}
          onRotated={(token) => {
            setRotated(null);
            setShown(token);
          }}
        />
      ) : null}
      {shown ? <NewTokenDialog shown={shown} onClose={() => setShown(null)} /> : null}
    </main>
  );
}
