import type { ShownProvider } from '#api/sso/providerContract.ts';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Cell, NameCell, PlainTable } from '../system/PlainTable.tsx';
import { useProviderCall } from './useProviderCall.ts';

type LinkedUser = ShownProvider['users'][number];

/** The users who are bound to an identity at the provider. */
export function LinkedUsersCard({ users }: { users: readonly LinkedUser[] }) {
  const { timezone } = useUser();
  const confirm = useConfirm();
  const unlink = useProviderCall('The user could not be unlinked');

  async function confirmUnlinking({ id, name }: LinkedUser) {
    const isConfirmed = await confirm({
      title: `Unlink ${name}?`,
      description:
        'Sessions with this provider end. The next sign-in links the user again, by a verified email address.',
      confirmLabel: 'Unlink',
      danger: true,
    });
    if (isConfirmed) unlink.mutate((api) => api.delete('/api/sso/users/{id}', { params: { id } }));
  }

  return (
    <Card
      title="Linked users"
      description="Users are linked at their first sign-in. From then on, the ID at the provider counts, not the address."
      padding={users.length > 0 ? 'none' : 'md'}
    >
      {users.length === 0 ? (
        <p className="text-sm text-muted">No one has signed in with the provider yet.</p>
      ) : (
        <PlainTable label="Linked users" headings={['Name', 'ID at the provider', 'Last sign-in', 'Actions']}>
          {users.map((user) => (
            <tr key={user.id}>
              <NameCell>
                <bdi className="font-medium">{user.name}</bdi>
                <p className="text-xs text-muted">{user.login}</p>
              </NameCell>
              <Cell>
                <span className="block max-w-44 truncate font-mono text-xs" title={user.subject}>
                  {user.subject}
                </span>
              </Cell>
              <Cell>{formatDateTime(user.usedAt, timezone)}</Cell>
              <Cell>
                <Button size="sm" variant="ghost" onClick={() => void confirmUnlinking(user)}>
                  Unlink
                </Button>
              </Cell>
            </tr>
          ))}
        </PlainTable>
      )}
    </Card>
  );
}
