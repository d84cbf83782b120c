import { KeyRound, Plus, UserRound } from 'lucide-react';
import { useState } from 'react';
import { mayDo, partnerLogin, type Status } from '#model/index.ts';
import { asText } from '../entities/form/asText.ts';
import { PanelRow, RowsPanel } from '../entities/list/RowsPanel.tsx';
import { StatusButton } from '../entities/list/StatusButton.tsx';
import { statusName } from '../entities/statusLabels.ts';
import { useRows, type EntityRow } from '../entities/useEntity.ts';
import { useRowStatus } from '../entities/useRowStatus.tsx';
import { useUser } from '../frame/session.ts';
import { formatDateTime, NOTHING } from '../lib/format.ts';
import { offsetLabel } from '../lib/offsetTime.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/overlay/ConfirmProvider.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';
import { LoginDialog, type LoginDialogTarget } from './LoginDialog.tsx';

/** The owner of the logins: a sub-publisher, an advertiser, or the account's SDK users. */
type LoginOwner = { type: 'sub'; subpublisherId: number } | { type: 'adv'; advertiserId: number } | { type: 'sdk' };

const labels: Record<LoginOwner['type'], string> = {
  sub: 'Users of this sub-publisher can sign in and see the metrics of its own channels.',
  adv: 'Users of this advertiser can sign in and see the metrics of its own tags.',
  sdk: 'SDK users manage the account’s apps and see nothing else.',
};

/** The logins of a partner: list, add, sign-in, suspend. */
export function PartnerLogins({ owner }: { owner: LoginOwner }) {
  const user = useUser();
  const { timezone } = user;
  const confirm = useConfirm();
  const canRead = mayDo(user, 'login', 'read');
  const canCreate = mayDo(user, 'login', 'create');
  const canUpdate = mayDo(user, 'login', 'update');
  const list = useRows(partnerLogin, { ...owner, status: '0,1', sort: 'name', size: 1000 }, { isWanted: canRead });
  const change = useRowStatus(partnerLogin, { 0: 'suspended' });
  const [request, setRequest] = useState<LoginDialogTarget | null>(null);

  async function setStatus(row: EntityRow, status: Status) {
    const mayGo =
      status === 1 ||
      (await confirm({
        title: `Suspend ${row.name ?? `#${row.id}`}?`,
        description: 'Anyone signed in with it is signed out immediately.',
        confirmLabel: 'Suspend',
        danger: true,
      }));
    if (mayGo) await change(row, status);
  }

  if (!canRead) return <EmptyState icon={<UserRound />} title="No logins" text="Your role cannot view logins." />;
  const addButton = canCreate ? (
    <Button icon={<Plus />} onClick={() => setRequest({ partner: owner })}>
      New login
    </Button>
  ) : null;

  return (
    <div className="flex flex-col gap-3">
      <RowsPanel
        list={list}
        label="Logins"
        labels={labels[owner.type]}
        empty={{ icon: <UserRound />, title: 'No logins' }}
        addButton={addButton}
      >
        {(row) => (
          <PanelRow
            name={row.name ?? ''}
            pill={<StatusPill status={statusName(row.status)} />}
            actions={
              canUpdate ? (
                <>
                  <Button size="sm" variant="ghost" icon={<KeyRound />} onClick={() => setRequest({ login: row })}>
                    Sign-in
                  </Button>
                  <StatusButton status={row.status} stop="Suspend" onStatus={(status) => void setStatus(row, status)} />
                </>
              ) : null
            }
          >
            <p className="truncate text-xs text-muted">
              {asText(row['login'])} · last sign-in{' '}
              {row['lastLoginAt']
                ? `${formatDateTime(asText(row['lastLoginAt']), timezone)} ${offsetLabel(timezone)}`
                : NOTHING}
            </p>
          </PanelRow>
        )}
      </RowsPanel>
      {request ? <LoginDialog request={request} onClose={() => setRequest(null)} /> : null}
    </div>
  );
}
