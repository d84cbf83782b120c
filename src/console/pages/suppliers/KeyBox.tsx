import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Trash2 } from 'lucide-react';
import { use, useState } from 'react';
import type { EntityRow } from '../../entities/useEntity.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** Shows whether a supplier has a key. Creates a new key, which is shown once, or removes it. */
export function KeyBox({ row, hasKey, isReadOnly }: { row: EntityRow; hasKey: boolean; isReadOnly: boolean }) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  const confirm = useConfirm();
  const [shown, setShown] = useState<string | null>(null);
  const params = { id: row.id };
  const options = {
    onError: (error: Error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['entity'] }),
  };
  const make = useMutation({
    ...options,
    mutationFn: () => api.post('/api/demand/sups/{id}/key', { params }),
    onSuccess: ({ key }) => setShown(key),
  });
  const remove = useMutation({
    ...options,
    mutationFn: () => api.delete('/api/demand/sups/{id}/key', { params }),
    onSuccess: () => toast.success({ title: 'Key removed', description: row.name ?? '' }),
  });

  async function renew() {
    const mayGo =
      !hasKey ||
      (await confirm({
        title: 'Create a new key?',
        description: 'The current key stops working immediately. The supplier gets no bids until it sends the new one.',
        confirmLabel: 'Create key',
        danger: true,
      }));
    if (mayGo) make.mutate();
  }

  async function drop() {
    const mayGo = await confirm({
      title: 'Remove the key?',
      description: 'After that, anyone who knows the URL can send bid requests as this supplier.',
      confirmLabel: 'Remove key',
      danger: true,
    });
    if (mayGo) remove.mutate();
  }

  return (
    <div className="flex items-center gap-2 rounded-lg border px-3 py-2">
      <Pill tone={hasKey ? 'good' : 'warn'}>{hasKey ? 'Key set' : 'No key'}</Pill>
      <span className="flex-1" />
      {isReadOnly ? null : (
        <>
          {hasKey ? (
            <Button size="sm" icon={<Trash2 />} loading={remove.isPending} onClick={() => void drop()}>
              Remove…
            </Button>
          ) : null}
          <Button size="sm" icon={<KeyRound />} loading={make.isPending} onClick={() => void renew()}>
            {hasKey ? 'New key…' : 'Create key'}
          </Button>
        </>
      )}
      <Dialog
        open={shown !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setShown(null);
        }}
        title="New key"
        description="Copy it now. It will not be shown again: only a hash of it is stored."
        dismissable={false}
        footer={
          <Button variant="primary" onClick={() => setShown(null)}>
            I have copied it
          </Button>
        }
      >
        <CodeBlock code={shown ?? ''} label="key" wrap />
      </Dialog>
    </div>
  );
}
