import { RadioTower, Users } from 'lucide-react';
import { mayRead, subpublisher } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowLink } from '../../entities/RowLink.ts';
import type { RowTab } from '../../entities/RowTab.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { whyEntry } from '../../reasons/whyEntry.tsx';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { loginsTabOf } from '../../logins/loginsTabOf.tsx';

const intro = {
  icon: <Users />,
  text: 'A sub-publisher is a supply partner. Channels belong to a sub-publisher and are paid by its cost model.',
};

function links(row: EntityRow): RowLink[] {
  return [
    {
      label: 'View channels',
      icon: <RadioTower />,
      to: '/channels',
      entity: 'channel',
      search: { subpublisherId: row.id, status: 'all' },
    },
  ];
}

function actions(row: EntityRow): MenuEntry[] {
  return [whyEntry('subpublisher', row.id)];
}

const adsTxt: RowTab = {
  id: 'ads-txt',
  label: 'ads.txt',
  within: 'sellers json',
  Panel: lazyChunk(() => import('./SellerLines.tsx'), 'SellerLines'),
};

const logins = loginsTabOf('subpublisher');

const withLogins = [adsTxt, logins];
const withoutLogins = [adsTxt];

export function SubpublishersPage() {
  const user = useUser();
  const rowTabs = mayRead(user, 'login') ? withLogins : withoutLogins;
  return (
    <EntityPage
      entity={subpublisher}
      intro={intro}
      links={links}
      rowTabs={rowTabs}
      {...(mayRead(user, 'channel') ? { actions } : {})}
    />
  );
}
