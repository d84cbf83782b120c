import { useMutation } from '@tanstack/react-query';
import { use, useState, type FormEvent } from 'react';
import { ApiContext } from '../../lib/apiContext.ts';
import { messageOf } from '../../lib/problems.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { TextField } from '../../ui/field/TextField.tsx';

/** Requests a one-time link by mail. The response is the same whether or not the login exists. */
export function LostPassword({ login: typed, onBack }: { login: string; onBack: () => void }) {
  const api = use(ApiContext);
  const [login, setLogin] = useState(typed);
  const request = useMutation({ mutationFn: () => api.post('/api/auth/lost', { body: { login } }) });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (login.trim() !== '') request.mutate();
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Lost password">
      {request.error ? <Banner tone="bad">{messageOf(request.error)}</Banner> : null}
      {request.isSuccess ? (
        <Banner tone="good">
          If this login exists and has an email address, a link to set a new password is on its way. It is valid for an
          hour.
        </Banner>
      ) : (
        <>
          <Field label="Login" hint="A link to set a new password is sent to its email address.">
            <TextField
              name="login"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              required
              value={login}
              onChange={(event) => setLogin(event.currentTarget.value)}
            />
          </Field>
          <Button type="submit" variant="primary" loading={request.isPending} className="w-full">
            Send link
          </Button>
        </>
      )}
      <Button variant="ghost" onClick={onBack} className="w-full">
        Back to sign-in
      </Button>
    </form>
  );
}
