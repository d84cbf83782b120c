import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { use, useState, type FormEvent } from 'react';
import { ApiContext } from '../lib/apiContext.ts';
import { messageOf } from '../lib/problems.ts';
import { isSignedOut } from '../lib/query.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/field/Field.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { createPasskey } from './passkeyCalls.ts';

/** Adds a passkey. `onAdded` gets the recovery codes that come with the first factor; otherwise null. */
export function AddPasskeyForm({ onAdded }: { onAdded: (recoveryCodes: string[] | null) => void }) {
  const api = use(ApiContext);
  const [name, setName] = useState('Passkey');
  const add = useMutation({
    mutationFn: async () => {
      const passkey = await createPasskey(await api.post('/api/session/factors/passkey/challenge'));
      return api.post('/api/session/factors/passkey', { body: { name, passkey } });
    },
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() !== '') add.mutate();
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Passkey" noValidate>
      {add.error && !isSignedOut(add.error) ? <Banner tone="bad">{messageOf(add.error)}</Banner> : null}
      <p className="text-sm text-muted">
        A passkey uses your fingerprint, face, device PIN or a security key. It also signs you in without a password.
      </p>
      <Field label="Name" hint="Shown in your list, such as the device’s.">
        <TextField name="name" maxLength={60} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Button type="submit" variant="primary" icon={<Fingerprint />} loading={add.isPending} className="w-full">
        Add passkey
      </Button>
    </form>
  );
}
