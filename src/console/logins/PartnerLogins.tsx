import { KeyRound, Pause, Play, Plus, UserRound } from 'lucide-react';
import { useState } from 'react';
import { isAllowed, partnerLogin, type Status } from '#model/index.ts';
import { asText } from '../entities/asText.ts';
import { statusName } from '../entities/statusWords.ts';
import { usePatchRow, useRows, type EntityRow } from '../entities/useEntity.ts';
import { useUser } from '../frame/session.ts';
import { formatDateTime, NOTHING } from '../lib/format.ts';
import { offsetLabel } from '../lib/offsetTime.ts';
import { isSignedOut } from '../lib/query.ts';
import { messageOf } from '../lib/problems.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';
import { useToast } from '../ui/ToastProvider.tsx';
import { LoginDialog, type LoginRequest } from './LoginDialog.tsx';

/** Whose logins: those of a sub-publisher, of an advertiser, or of the people of the account's SDK. */
type LoginOwner = { type: 'sub'; subpublisherId: number } | { type: 'adv'; advertiserId: number } | { type: 'sdk' };

const words: Record<LoginOwner['type'], string> = {
  sub: 'A login lets this sub-publisher see the numbers of its own channels.',
  adv: 'A login lets this advertiser see the numbers of its own tags.',
  sdk: 'An SDK login manages the account’s apps and sees nothing else.',
};

/** The logins of a partner: list, add, new password, suspend. */
export function PartnerLogins({ owner }: { owner: LoginOwner }) {
  const { role, timezone } = useUser();
  const toast = useToast();
  const confirm = useConfirm();
  const canRead = isAllowed(role, 'login', 'read');
  const canCreate = isAllowed(role, 'login', 'create');
  const canUpdate = isAllowed(role, 'login', 'update');
  const filter = Object.entries(owner).map(([name, value]) => `${name}=${value}`);
  const list = useRows(partnerLogin, `?${filter.join('&')}&status=0,1&sort=name&size=1000`, canRead);
  const patch = usePatchRow(partnerLogin);
  const [request, setRequest] = useState<LoginRequest | null>(null);

  async function setStatus(row: EntityRow, status: Status) {
    const mayGo =
      status === 1 ||
      (await confirm({
        title: `Suspend ${row.name ?? `#${row.id}`}?`,
        description: 'Whoever is signed in with it is signed out at once.',
        confirmLabel: 'Suspend',
        danger: true,
      }));
    if (!mayGo) return;
    try {
      await patch.mutateAsync({ id: row.id, change: { status } });
      toast.success({ title: status === 1 ? 'Login activated' : 'Login suspended', description: row.name ?? '' });
    } catch (error) {
      if (!isSignedOut(error)) toast.error({ title: 'Error on save', description: messageOf(error) });
    }
  }

  if (!canRead) return <EmptyState icon={<UserRound />} title="No logins" text="Your role does not see logins." />;
  if (list.error && !list.data) {
    return (
      <ErrorState
        title="The logins could not be loaded"
        text={messageOf(list.error)}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  if (!list.data) return <Skeleton className="h-24" />;
  const { rows } = list.data;
  const addButton = canCreate ? (
    <Button icon={<Plus />} onClick={() => setRequest({ partner: owner })}>
      New login
    </Button>
  ) : null;

  return (
    <div className="flex flex-col gap-3">
      {rows.length === 0 ? (
        <EmptyState
          className="rounded-lg border border-dashed"
          icon={<UserRound />}
          title="No logins"
          text={words[owner.type]}
          action={addButton}
        />
      ) : (
        <>
          <div className="flex items-center justify-between gap-3">
            <p className="text-xs text-muted">{words[owner.type]}</p>
            {addButton}
          </div>
          <ul aria-label="Logins" className="flex flex-col divide-y rounded-lg border">
            {rows.map((row) => (
              <li key={row.id} className="flex items-center justify-between gap-3 px-3 py-2">
                <div className="flex min-w-0 flex-col">
                  <p className="flex min-w-0 items-center gap-2 text-sm">
                    <span className="truncate font-medium" title={row.name}>
                      {row.name}
                    </span>
                    <StatusPill status={statusName(row.status)} />
                  </p>
                  <p className="truncate text-xs text-muted">
                    {asText(row['login'])} · last login{' '}
                    {row['lastLoginAt']
                      ? `${formatDateTime(asText(row['lastLoginAt']), timezone)} ${offsetLabel(timezone)}`
                      : NOTHING}
                  </p>
                </div>
                {canUpdate ? (
                  <div className="flex shrink-0 items-center gap-1">
                    <Button size="sm" variant="ghost" icon={<KeyRound />} onClick={() => setRequest({ login: row })}>
                      New password
                    </Button>
                    {row.status === 1 ? (
                      <Button size="sm" variant="ghost" icon={<Pause />} onClick={() => void setStatus(row, 0)}>
                        Suspend
                      </Button>
                    ) : (
                      <Button size="sm" variant="ghost" icon={<Play />} onClick={() => void setStatus(row, 1)}>
                        Activate
                      </Button>
                    )}
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
      {request ? <LoginDialog request={request} onClose={() => setRequest(null)} /> : null}
    </div>
  );
}
