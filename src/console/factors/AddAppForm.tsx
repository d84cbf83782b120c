import { useMutation, useQuery } from '@tanstack/react-query';
import { use, useState, type FormEvent } from 'react';
import { LoadError } from '../frame/errors/LoadError.tsx';
import { ApiContext } from '../lib/apiContext.ts';
import { messageOf } from '../lib/problems.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Field } from '../ui/field/Field.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { QrCode } from './QrCode.tsx';

/** Adds an authenticator app. `onAdded` gets the recovery codes that come with the first factor; otherwise null. */
export function AddAppForm({ onAdded }: { onAdded: (recoveryCodes: string[] | null) => void }) {
  const api = use(ApiContext);
  const [name, setName] = useState('Authenticator app');
  const [code, setCode] = useState('');
  const setup = useQuery({
    queryKey: ['appSecret'],
    gcTime: 0,
    staleTime: Infinity,
    queryFn: () => api.post('/api/session/factors/app/secret'),
    retry: false,
  });
  const add = useMutation({
    mutationFn: (secret: string) => api.post('/api/session/factors/app', { body: { name, code, setup: secret } }),
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  });
  if (!setup.data) {
    return setup.error ? <LoadError query={setup} /> : <Skeleton className="h-96" />;
  }
  const { secret, url, setup: sealed } = setup.data;

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (code.trim() !== '' && name.trim() !== '') add.mutate(sealed);
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Authenticator app" noValidate>
      {add.error ? <Banner tone="bad">{messageOf(add.error)}</Banner> : null}
      <p className="text-sm text-muted">Scan this code with an authenticator app on your phone, or type the key.</p>
      <div className="flex justify-center">
        <QrCode text={url} label="QR code of the key" />
      </div>
      <Field label="Key">
        <TextField
          mono
          readOnly
          value={secret.match(/.{4}/g)?.join(' ') ?? secret}
          suffix={<CopyButton text={secret} label="Copy key" className="-mr-1.5" />}
        />
      </Field>
      <Field label="Name" hint="Shown in your list, such as the phone’s.">
        <TextField name="name" maxLength={60} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Field label="Code" hint="The six digits that the app shows now.">
        <TextField
          name="code"
          mono
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="primary" loading={add.isPending} className="w-full">
        Add authenticator app
      </Button>
    </form>
  );
}
