import { useQueryClient } from '@tanstack/react-query';
import { Download, UserX } from 'lucide-react';
import { use } from 'react';
import type { EntityRow } from '../../entities/useEntity.ts';
import { addressOf } from '../../lib/api.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useConfirmedDownload } from '../../lib/useConfirmedDownload.ts';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** The actions of a user's personal data: a download, and erasing, which needs the login to be typed. */
export function usePersonalData(): (row: EntityRow, ownId: number) => MenuEntry[] {
  const api = use(ApiContext);
  const confirm = useConfirm();
  const toast = useToast();
  const queryClient = useQueryClient();
  const downloadFile = useConfirmedDownload();

  async function erase(row: EntityRow, login: string) {
    const isConfirmed = await confirm({
      title: (
        <>
          Erase <bdi className="wrap-anywhere">{row.name ?? `#${row.id}`}</bdi>?
        </>
      ),
      description:
        'Name, login, contacts and IP addresses in the activity log are removed, and the user is archived and signed out. Saved reports, schedules, links and files of the user are deleted. This cannot be undone. Backups are not changed.',
      confirmLabel: 'Erase',
      danger: true,
      typed: login,
    });
    if (!isConfirmed) return;
    try {
      await api.post('/api/users/{id}/erase', { params: { id: row.id }, body: { login } });
      toast.success({ title: 'User erased', description: `#${row.id}` });
    } catch (error) {
      if (!isSignedOut(error)) toast.error(errorToast('The user was not erased', error));
    }
    await queryClient.invalidateQueries();
  }

  return (row, ownId) => {
    const { login } = row;
    const download: MenuEntry = {
      id: 'personal',
      label: 'Download personal data',
      icon: <Download />,
      onSelect: () => downloadFile(addressOf('/api/users/{id}/personal-data', { params: { id: row.id } })),
    };
    const isErased = login === `erased-${row.id}`;
    if (row.id === ownId || typeof login !== 'string' || isErased) return [download];
    const onSelect = () => void erase(row, login);
    return [download, { id: 'erase', label: 'Erase…', icon: <UserX />, danger: true, onSelect }];
  };
}
