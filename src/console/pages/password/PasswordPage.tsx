import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { Suspense, use, useState, type FormEvent } from 'react';
import type { SecondStep } from '#api/session/sessionContract.ts';
import { newPasswordSchema, passwordLength } from '#model/account/newPassword.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { BrandMark } from '../../frame/navigation/BrandMark.tsx';
import { signIn, useSessionParts } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { ApiError, messageOf } from '../../lib/problems.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { PasswordField } from '../../ui/field/PasswordField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const SecondStepForm = lazyChunk(() => import('../../factors/SecondStepForm.tsx'), 'SecondStepForm');

/** The page of a one-time link, whose token is the fragment of the address: its user sets a password and is signed in. */
export function PasswordPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  const api = use(ApiContext);
  const { data, error } = useQuery({
    queryKey: ['signInLink', token],
    queryFn: () => api.post('/api/auth/link', { body: { token } }),
    retry: false,
  });
  return (
    <main id="content" className="flex min-h-dvh flex-col items-center bg-surface px-4 py-10">
      <div className="flex w-full max-w-sm flex-col gap-6">
        <div className="flex items-center gap-2.5">
          <BrandMark className="size-7" />
          <span className="text-base font-semibold tracking-tight">Bidhouse</span>
        </div>
        {data ? (
          <>
            <div className="flex flex-col gap-1.5">
              <h1 className="text-2xl font-semibold tracking-tight">
                {data.hasPassword ? 'Set a new password' : `Welcome, ${data.name}`}
              </h1>
              <p className="text-sm text-muted">
                Your login is <span className="font-medium break-all text-ink">{data.login}</span>
                {data.accountName === null ? '.' : ` at ${data.accountName}.`}
                {data.hasPassword ? ' You are signed out everywhere else.' : ''}
              </p>
            </div>
            <NewPasswordForm token={token} login={data.login} />
          </>
        ) : error ? (
          <>
            <Banner tone="bad">{messageOf(error)}</Banner>
            <p className="text-sm text-muted">
              Ask the person who gave you the link for a new one, or{' '}
              <Link to="/login" className="text-ink underline">
                sign in
              </Link>
              .
            </p>
          </>
        ) : (
          <Skeleton className="h-24" />
        )}
      </div>
    </main>
  );
}

function NewPasswordForm({ token, login }: { token: string; login: string }) {
  const router = useRouter();
  const parts = useSessionParts();
  const [step, setStep] = useState<SecondStep | null>(null);
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: async () => {
      await parts.api.post('/api/auth/password', { body: { token, password } });
      const pending = await signIn(parts, { login, password });
      setStep(pending);
      if (!pending) await open();
    },
    onError: (error) => setFault(faultOf(error)),
  });

  async function open() {
    await router.invalidate();
    await router.navigate({ to: '/', replace: true });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = newPasswordSchema.safeParse(password);
    if (parsed.success) save.mutate();
    else setFault(parsed.error.issues[0]?.message ?? null);
  }

  if (step) {
    return (
      <Suspense fallback={<Skeleton className="h-24" />}>
        <SecondStepForm step={step} onDone={open} onBack={() => void router.navigate({ to: '/login' })} />
      </Suspense>
    );
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4" aria-label="New password" noValidate>
      <input type="text" name="login" autoComplete="username" value={login} readOnly hidden />
      <Field
        label="New password"
        hint={`At least ${passwordLength.min} characters. A few words are easier to remember than symbols.`}
        error={fault ?? undefined}
      >
        <PasswordField
          name="password"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={(value) => {
            setPassword(value);
            setFault(null);
          }}
        />
      </Field>
      <Button type="submit" variant="primary" loading={save.isPending} className="w-full">
        Set password and sign in
      </Button>
    </form>
  );
}

/** The message of a refused password. */
function faultOf(error: unknown): string {
  return error instanceof ApiError ? (error.problems[0]?.message ?? error.message) : messageOf(error);
}
