import { Link as LinkIcon, Mail } from 'lucide-react';
import type { Entity } from '#model/index.ts';
import type { MadeLink } from '#api/people/peopleContract.ts';
import { LoadError } from '../frame/errors/LoadError.tsx';
import { useUser } from '../frame/session.ts';
import { errorToast } from '../lib/errorToast.ts';
import { formatDateTime } from '../lib/format.ts';
import { offsetLabel } from '../lib/offsetTime.ts';
import { isSignedOut } from '../lib/query.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Field } from '../ui/field/Field.tsx';
import { TextField } from '../ui/field/TextField.tsx';
import { useConfirm } from '../ui/overlay/ConfirmProvider.tsx';
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { SessionList } from './SessionList.tsx';
import { useSignIn } from './useSignIn.ts';

/** How another user signs in: its one-time link, by mail or copied, and its sessions. */
export function SignInPanel({ entity, id }: { entity: Entity; id: number }) {
  const { timezone } = useUser();
  const toast = useToast();
  const { query, link, end, reset } = useSignIn(entity, id);
  const state = query.data;
  if (!state) {
    if (query.error) return <LoadError title="The sign-in could not be loaded" query={query} />;
    return <Skeleton className="h-24" />;
  }
  const failed = (title: string) => ({
    onError: (error: unknown) => {
      if (!isSignedOut(error)) toast.error(errorToast(title, error));
    },
  });
  const make = (isMailed: boolean) => link.mutate(isMailed, failed('The link was not created'));
  const canMail = state.isMailSetUp && state.address !== null;
  return (
    <div className="flex flex-col gap-5">
      <section className="flex flex-col gap-3" aria-label="Link">
        <p className="text-sm text-muted">
          {state.hasPassword
            ? 'With a one-time link the user sets a new password. The current one works until then.'
            : 'The user has no password yet, and sets one with a one-time link.'}
          {state.linkEndsAt === null || link.data
            ? ''
            : ` A link is valid until ${formatDateTime(state.linkEndsAt, timezone)} ${offsetLabel(timezone)}; a new one replaces it.`}
        </p>
        {link.data ? <NewLink link={link.data} address={state.address} /> : null}
        <div className="flex flex-wrap gap-2">
          {canMail ? (
            <Button icon={<Mail />} loading={link.isPending} onClick={() => make(true)}>
              Send link to {state.address}
            </Button>
          ) : null}
          <Button icon={<LinkIcon />} loading={link.isPending} onClick={() => make(false)}>
            Create link
          </Button>
        </div>
        {canMail ? null : (
          <p className="text-xs text-muted">
            {state.isMailSetUp
              ? 'There is no email address to send it to: the login is not one.'
              : 'Email is not set up on this platform, so pass the link on yourself.'}
          </p>
        )}
      </section>
      {state.factors > 0 ? <FactorReset factors={state.factors} reset={reset} /> : null}
      <section className="flex flex-col gap-3" aria-label="Open sessions">
        {state.sessions.length === 0 ? (
          <p className="text-sm text-muted">Not signed in anywhere.</p>
        ) : (
          <>
            <div className="flex items-center justify-between gap-3">
              <p className="text-sm text-muted">Signed in here:</p>
              <Button
                size="sm"
                loading={end.isPending}
                onClick={() => end.mutate(null, failed('The sessions could not be ended'))}
              >
                End all
              </Button>
            </div>
            <SessionList
              sessions={state.sessions}
              isBusy={end.isPending}
              onEnd={(sessionId) => end.mutate(sessionId, failed('The session could not be ended'))}
            />
          </>
        )}
      </section>
    </div>
  );
}

/** Removes the second factors of a user who has lost them. */
function FactorReset({ factors, reset }: { factors: number; reset: ReturnType<typeof useSignIn>['reset'] }) {
  const toast = useToast();
  const confirm = useConfirm();

  async function remove() {
    const isConfirmed = await confirm({
      title: 'Reset the second factor?',
      description:
        'Only if you are sure who requested it. The user then signs in with only the password, is signed out everywhere, and gets a mail if the login is an email address.',
      confirmLabel: 'Reset',
      danger: true,
    });
    if (!isConfirmed) return;
    reset.mutate(undefined, {
      onError: (error) => {
        if (!isSignedOut(error)) toast.error(errorToast('The second factor was not reset', error));
      },
    });
  }

  return (
    <section className="flex items-center justify-between gap-3" aria-label="Second factor">
      <p className="text-sm text-muted">
        {factors === 1 ? 'Signs in with a second factor.' : `Signs in with one of ${factors} second factors.`}
      </p>
      <Button size="sm" loading={reset.isPending} onClick={() => void remove()}>
        Reset second factor
      </Button>
    </section>
  );
}

/** A link that was just created: the only time that it is shown. */
function NewLink({ link: { url, expiresAt, mail, mailError }, address }: { link: MadeLink; address: string | null }) {
  const { timezone } = useUser();
  return (
    <>
      {mail === 'sent' ? <Banner tone="good">Sent to {address}.</Banner> : null}
      {mail === 'failed' ? <Banner tone="bad">Not sent: {mailError}. Pass the link on yourself.</Banner> : null}
      <Field
        label="One-time link"
        hint={`Works once, until ${formatDateTime(expiresAt, timezone)} ${offsetLabel(timezone)}. It is not shown again.`}
      >
        <TextField mono readOnly value={url} suffix={<CopyButton text={url} label="Copy link" className="-mr-1.5" />} />
      </Field>
    </>
  );
}
