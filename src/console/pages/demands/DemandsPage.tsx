import { Link } from '@tanstack/react-router';
import { Building2, KeyRound, LogIn, ReceiptText, UserRound } from 'lucide-react';
import { use } from 'react';
import { demandAccount } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { RowTab } from '../../entities/RowTab.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { isSignedOut } from '../../lib/query.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { useActAs } from '../users/useActAs.ts';

const intro = {
  icon: <Building2 />,
  text: 'An account is a tenant of the platform. Its users see only their own tags, channels and reports.',
};

const rowTabs: readonly RowTab[] = [
  {
    id: 'price-plan',
    label: 'Effective from',
    within: 'prices',
    Panel: lazyChunk(() => import('./PricePlan.tsx'), 'PricePlan'),
  },
];

function links(row: EntityRow): RowLink[] {
  return [{ label: 'View users', icon: <UserRound />, to: '/users', search: { demandId: row.id, status: 'all' } }];
}

/** The demand accounts of the platform. Admins view them; the super admin edits them and logs in as their owners. */
export function DemandsPage() {
  const { role } = useUser();
  const api = use(ApiContext);
  const toast = useToast();
  const confirm = useConfirm();
  const actAs = useActAs();

  async function revokeToken(row: EntityRow) {
    const mayGo = await confirm({
      title: `Revoke the API token of ${row.name ?? `#${row.id}`}?`,
      description: 'Programs that use it stop working immediately. The owner of the account can create a new one.',
      confirmLabel: 'Revoke token',
      danger: true,
    });
    if (!mayGo) return;
    try {
      await api.delete('/api/demands/{id}/token', { params: { id: row.id } });
      toast.success({ title: 'API token revoked', description: row.name ?? '' });
    } catch (error) {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    }
  }

  function actions(row: EntityRow): MenuEntry[] {
    const isSuper = role === 'super';
    const entries: MenuEntry[] = [];
    // Suspended accounts cannot sign in.
    if (isSuper && row.status === 1) {
      entries.push({
        id: 'act',
        label: 'Act as',
        icon: <LogIn />,
        onSelect: () => void actAs({ demandId: row.id }),
      });
    }
    entries.push({
      kind: 'link',
      id: 'finance',
      label: 'Financial report',
      icon: <ReceiptText />,
      link: <Link to="/finance" search={{ account: row.id }} />,
    });
    if (isSuper && row.status !== 2) {
      entries.push({
        id: 'token',
        label: 'Revoke API token…',
        icon: <KeyRound />,
        onSelect: () => void revokeToken(row),
      });
    }
    return entries;
  }

  return (
    <EntityPage
      entity={demandAccount}
      title="Accounts"
      intro={intro}
      links={links}
      actions={actions}
      rowTabs={rowTabs}
    />
  );
}
