import { Link, useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, useRef, useState, type FormEvent } from 'react';
import type { DemoLogin } from '#api/page/pageSession.ts';
import type { SecondStep } from '#api/session/sessionContract.ts';
import { canUsePasskeys } from '../../factors/passkeyCalls.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { BrandMark } from '../../frame/navigation/BrandMark.tsx';
import { signIn, useSession, useSessionParts } from '../../frame/session.ts';
import { safeNextPath } from '../../lib/safeNextPath.ts';
import { messageOf } from '../../lib/problems.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/field/Field.tsx';
import { PasswordField } from '../../ui/field/PasswordField.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { SsoButton, startOf } from './SsoButton.tsx';
import { SsoFault } from './SsoFault.tsx';
import { useOfferedProvider } from './useOfferedProvider.ts';
import { DemoLogins } from './DemoLogins.tsx';
import { LostPassword } from './LostPassword.tsx';
import { LoginArt } from './LoginArt.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

const SecondStepForm = lazyChunk(() => import('../../factors/SecondStepForm.tsx'), 'SecondStepForm');
const AddFirstFactor = lazyChunk(() => import('../../factors/AddFirstFactor.tsx'), 'AddFirstFactor');

/** The login page, with the demo logins in the demo network. */
export function LoginPage() {
  const { user, demoLogins } = useSession();
  const search: { next?: string; sso?: string } = useSearch({ strict: false });
  const next = safeNextPath(search.next);
  const isSessionOver = useLocation({ select: (location) => location.state.isSessionOver === true });
  return (
    <main id="content" className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(30rem,11fr)_13fr]">
      <div className="flex min-w-0 flex-col justify-between px-6 py-10">
        <div className="flex items-center gap-2.5">
          <BrandMark className="size-7" />
          <span className="text-base font-semibold tracking-tight">Bidhouse</span>
        </div>
        <div className="mx-auto flex w-full max-w-sm flex-col gap-6 py-10">
          <div className="flex flex-col gap-1.5">
            <h1 className="text-2xl font-semibold tracking-tight">Sign in</h1>
            <p className="text-sm text-muted">
              {next === '/'
                ? 'Supply, demand and reports for your network.'
                : 'Sign in to continue where you left off.'}
            </p>
          </div>
          {isSessionOver && !user ? (
            <Banner tone="info">
              Your session has ended, or you no longer have access. Unsaved changes are kept in this tab.
            </Banner>
          ) : null}
          {user && !user.needsFactor ? (
            <Banner tone="info">
              You are signed in as {user.name}
              {next === '/' ? '.' : ', but you do not have access to that page.'}{' '}
              <Link to="/" className="font-medium underline underline-offset-3">
                Go to the Dashboard
              </Link>
            </Banner>
          ) : null}
          {search.sso === 'failed' ? <SsoFault /> : null}
          <LoginForm next={next} demoLogins={demoLogins} />
        </div>
        <p className="text-xs text-muted">Trouble signing in? Ask the owner of your account for a new link.</p>
      </div>
      <LoginArt />
    </main>
  );
}

function LoginForm({ next, demoLogins }: { next: string; demoLogins: readonly DemoLogin[] }) {
  const router = useRouter();
  const parts = useSessionParts();
  const [step, setStep] = useState<SecondStep | null>(null);
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isLost, setLost] = useState(false);
  const { isMailSetUp, user } = useSession();
  const [error, setError] = useState<string | null>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const provider = useOfferedProvider(login);
  const [usesPassword, setUsesPassword] = useState(false);
  const needsProvider = provider !== null && !provider.allowsPasswords && !usesPassword;

  async function open() {
    await router.invalidate();
    await router.navigate({ href: next, replace: true });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (needsProvider) return location.assign(startOf(provider, next));
    setBusy(true);
    setError(null);
    try {
      const pending = await signIn(parts, { login: login.trim(), password });
      setStep(pending);
      if (!pending) await open();
    } catch (error) {
      setError(messageOf(error));
      passwordInput.current?.focus();
      passwordInput.current?.select();
    } finally {
      // The page that was asked for may lead back here.
      setBusy(false);
    }
  }

  if (step) {
    return (
      <Suspense fallback={null}>
        <SecondStepForm step={step} onDone={open} onBack={() => setStep(null)} />
      </Suspense>
    );
  }
  if (user?.needsFactor) {
    return (
      <Suspense fallback={null}>
        <AddFirstFactor onDone={open} />
      </Suspense>
    );
  }
  if (isLost) return <LostPassword login={login} onBack={() => setLost(false)} />;
  return (
    <>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" aria-label="Sign in">
        {error ? <Banner tone="bad">{error}</Banner> : null}
        <Field label="Login">
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
        {needsProvider ? null : (
          <>
            <Field label="Password">
              <PasswordField
                ref={passwordInput}
                name="password"
                autoComplete="current-password"
                value={password}
                onChange={setPassword}
              />
            </Field>
            <Button ref={submitButton} type="submit" variant="primary" loading={isBusy} className="mt-1 w-full">
              Sign in
            </Button>
            {canUsePasskeys() ? <PasskeyButton onError={setError} onDone={open} /> : null}
          </>
        )}
        {provider ? <SsoButton provider={provider} next={next} isOnly={needsProvider} /> : null}
        {needsProvider ? (
          <Button variant="ghost" onClick={() => setUsesPassword(true)} className="w-full">
            Use a password
          </Button>
        ) : isMailSetUp ? (
          <Button variant="ghost" onClick={() => setLost(true)} className="w-full">
            Lost your password?
          </Button>
        ) : null}
      </form>
      {demoLogins.length > 0 ? (
        <DemoLogins
          logins={demoLogins}
          onChoose={(choice) => {
            setLogin(choice.login);
            setPassword(choice.password);
            setError(null);
            submitButton.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}
