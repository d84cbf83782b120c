import { useMutation } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Assertion, FactorMethod, RequestOptions } from '#api/factors/factorSchemas.ts';
import { messageOf } from '../lib/problems.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/field/Field.tsx';
import { PasswordField } from '../ui/field/PasswordField.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { canUsePasskeys, signWithPasskey } from './passkeyCalls.ts';

/** The proof of who a person is. */
export type Proof = { code: string } | { passkey: Assertion } | { password: string };

/** A code of an app, a recovery code, or a password. */
type Typed = 'app' | 'recoveryCode' | 'password';

const fieldOf: Record<Typed, { label: string; hint?: string }> = {
  app: { label: 'Code', hint: 'Six digits from your authenticator app.' },
  recoveryCode: { label: 'Recovery code', hint: 'Each code works once. Letters, digits and dashes.' },
  password: { label: 'Password' },
};

/** A form in which a person proves who they are, in one of the possible ways. */
export function ProofForm({
  methods,
  challenge,
  submitLabel,
  isBusy,
  error,
  onProof,
  children,
}: {
  methods: readonly (FactorMethod | 'password')[];
  /** Fetches a challenge for a passkey. */
  challenge: () => Promise<RequestOptions>;
  submitLabel: string;
  isBusy: boolean;
  error: unknown;
  onProof: (proof: Proof) => void;
  /** Further controls, before the buttons. */
  children?: ReactNode;
}) {
  const typed = (['app', 'password', 'recoveryCode'] as const).filter((method) => methods.includes(method));
  const hasPasskey = methods.includes('passkey') && canUsePasskeys();
  const [chosen, setChosen] = useState<Typed | null>(null);
  const [value, setValue] = useState('');
  const passkey = useMutation({
    mutationFn: async () => signWithPasskey(await challenge()),
    onSuccess: (assertion) => onProof({ passkey: assertion }),
  });
  // With a passkey, a recovery code is only the way out.
  const first = hasPasskey && typed[0] === 'recoveryCode' ? null : (typed[0] ?? null);
  const shown = chosen ?? first;
  const other = typed.find((method) => method !== shown && method !== 'password');
  const fault = error ?? passkey.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (shown === null || value.trim() === '' || isBusy) return;
    onProof(shown === 'password' ? { password: value } : { code: value.trim() });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4" aria-label="Confirmation" noValidate>
      {fault ? <Banner tone="bad">{messageOf(fault)}</Banner> : null}
      {!hasPasskey && typed.length === 0 ? (
        <Banner tone="warn">
          Your passkey cannot be used in this browser or at this address. Use the browser in which you added it.
        </Banner>
      ) : null}
      {shown === null ? null : (
        <Field label={fieldOf[shown].label} hint={fieldOf[shown].hint}>
          {shown === 'password' ? (
            <PasswordField
              name="password"
              autoComplete="current-password"
              autoFocus
              value={value}
              onChange={setValue}
            />
          ) : (
            <TextField
              key={shown}
              name="code"
              mono
              inputMode={shown === 'app' ? 'numeric' : 'text'}
              autoComplete={shown === 'app' ? 'one-time-code' : 'off'}
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              maxLength={40}
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      {children}
      {shown === null ? null : (
        <Button type="submit" variant="primary" loading={isBusy} className="w-full">
          {submitLabel}
        </Button>
      )}
      {hasPasskey ? (
        <Button
          icon={<Fingerprint />}
          variant={shown === null ? 'primary' : 'secondary'}
          loading={passkey.isPending || (isBusy && shown === null)}
          onClick={() => passkey.mutate()}
          className="w-full"
        >
          Use a passkey
        </Button>
      ) : null}
      {other === undefined ? null : (
        <Button
          variant="ghost"
          onClick={() => {
            setChosen(other);
            setValue('');
          }}
          className="w-full"
        >
          {other === 'app' ? 'Use an authenticator app' : 'Use a recovery code'}
        </Button>
      )}
    </form>
  );
}
