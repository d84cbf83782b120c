import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { ShownKey } from '#api/keys/keyContract.ts';
import type { formerTokenHours } from '#model/account/apiKeys.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { overlapOptions } from './keyTexts.ts';
import type { NewToken } from './NewTokenDialog.tsx';
import { keysQuery } from './keysQuery.ts';

/** Gives a key a new token, after choosing how long the current one still works. */
export function RotateDialog({
  apiKey,
  onClose,
  onRotated,
}: {
  apiKey: ShownKey;
  onClose: () => void;
  onRotated: (shown: NewToken) => void;
}) {
  const api = use(ApiContext);
  const toast = useToast();
  const queryClient = useQueryClient();
  const [hours, setHours] = useState<(typeof formerTokenHours)[number]>(24);
  const rotate = useMutation({
    mutationFn: () =>
      api.post('/api/keys/{id}/rotate', { params: { id: apiKey.id }, body: { formerTokenHours: hours } }),
    onSuccess: ({ token }) => onRotated({ token, clientId: apiKey.clientId }),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysQuery(api).queryKey }),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={`Rotate ${apiKey.name}`}
      description="The key gets a new token. Its scopes and its end date stay."
      onSubmit={() => {
        if (!rotate.isPending) rotate.mutate();
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" loading={rotate.isPending}>
            Create new token
          </Button>
        </>
      }
    >
      <Field
        label="Current token works for"
        hint={
          hours === 0
            ? 'Programs lose access until they have the new token.'
            : 'Change your programs to the new token within this time.'
        }
      >
        <Select options={overlapOptions} value={hours} onChange={setHours} />
      </Field>
    </Dialog>
  );
}
