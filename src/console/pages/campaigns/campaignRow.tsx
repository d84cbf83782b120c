import { Link } from '@tanstack/react-router';
import { Clapperboard, MessageCircleQuestionMark } from 'lucide-react';
import type { RowLink } from '../../entities/RowLink.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';

/** Links of a campaign, in its menu and on its page. */
export function campaignLinks(row: EntityRow): RowLink[] {
  const search = { advertiserId: row['advertiserId'], status: 'all' };
  return [{ label: 'Creatives', icon: <Clapperboard />, to: '/creatives', entity: 'creative', search }];
}

/** Actions of a campaign beside those of every row. */
export function campaignActions(row: EntityRow): MenuEntry[] {
  return [
    {
      kind: 'link',
      id: 'why',
      label: 'Inspect requests',
      icon: <MessageCircleQuestionMark />,
      link: <Link to="/why" search={{ campaign: row.id }} />,
    },
  ];
}
