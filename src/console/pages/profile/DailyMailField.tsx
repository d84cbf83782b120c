import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { use, useEffect, useRef } from 'react';
import type { DailyMailSetting } from '#api/dailyMail/dailyMailContract.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Field } from '../../ui/field/Field.tsx';
import { Switch } from '../../ui/field/Switch.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { profileRights } from './profileRights.ts';

const queryKey = ['dailyMail'] as const;

/**
 * The switch of the user's daily mail, which takes effect at once. `onAddress` is called when the user leaves to add an
 * email address: to the general contact, or for the super admin to its user. It has the focus when the page was
 * opened for it.
 */
export function DailyMailField({ className, onAddress }: { className?: string; onAddress: () => void }) {
  const api = use(ApiContext);
  const toast = useToast();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey,
    staleTime: 0,
    queryFn: ({ signal }) => api.get('/api/dailyMail', { signal }),
  });
  const save = useMutation({
    mutationFn: (isOn: boolean) => api.put('/api/dailyMail', { body: { isOn } }),
    onSuccess: (setting) => queryClient.setQueryData(queryKey, setting),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
  });
  const setting = query.data;
  const { dailyMail }: { dailyMail?: string } = useSearch({ strict: false });
  const isLinked = dailyMail !== undefined;
  const control = useRef<HTMLButtonElement>(null);
  const isShown = setting !== undefined;
  useEffect(() => {
    if (isLinked && isShown) control.current?.focus();
  }, [isLinked, isShown]);
  if (!setting) return query.isError ? <LoadError title="The daily mail could not be loaded" query={query} /> : null;
  const mayChange = setting.isOn || (setting.isSetUp && setting.address !== null);
  return (
    <Field label="Daily mail" className={className} hint={<Hint setting={setting} onAddress={onAddress} />}>
      <Switch
        ref={control}
        checked={setting.isOn}
        pending={save.isPending}
        aria-readonly={!mayChange || undefined}
        onChange={(isOn) => {
          if (mayChange) save.mutate(isOn);
        }}
      />
    </Field>
  );
}

function Hint({
  setting: { isOn, isSetUp, address, last },
  onAddress,
}: {
  setting: DailyMailSetting;
  onAddress: () => void;
}) {
  const user = useUser();
  if (!isSetUp) {
    return 'Email is not set up on this platform. The platform operator can set up email with SMTP_URL and MAIL_FROM.';
  }
  if (address === null) return <MissingAddress onAddress={onAddress} />;
  return (
    <>
      Yesterday’s figures, open alerts and waiting approvals, every day at 08:00 ({offsetLabel(user.timezone)}) to{' '}
      {address}.
      {isOn && (last?.state === 'failed' || last?.state === 'unknown')
        ? ` Not sent on ${last.day}: ${last.error}.`
        : ''}
    </>
  );
}

/** Leads to where an email address can be added. */
function MissingAddress({ onAddress }: { onAddress: () => void }) {
  const user = useUser();
  const { isReadOnly } = profileRights(user);
  const text = 'Your login is not an email address.';
  if (user.role === 'super') {
    return (
      <>
        {text}{' '}
        <Link to="/users" search={{ open: user.id, field: 'login' }} onClick={onAddress} className="text-ink underline">
          Change your login
        </Link>
      </>
    );
  }
  if (user.type === 'admin') return `${text} Ask the super admin to change it to one.`;
  if (user.managerId !== null) return `${text} Ask the owner of the account to change it to one.`;
  return (
    <>
      {text}{' '}
      <button type="button" className="text-ink underline" onClick={onAddress}>
        {isReadOnly ? 'View your general contact' : 'Add one to your general contact'}
      </button>
      {isReadOnly ? `, where ${user.accountName ?? 'the account'} can add one.` : ''}
    </>
  );
}
