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
import { useToast } from '../ui/overlay/ToastProvider.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { SessionList } from './SessionList.tsx';
import { useSignIn } from './useSignIn.ts';

/** How another user signs in: its one-time link, by mail or copied, and its sessions. */
export function SignInPanel({ entity, id }: { entity: Entity; id: number }) {
  const { timezone } = useUser();
  const toast = useToast();
  const { query, link, end } = useSignIn(entity, id);
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
