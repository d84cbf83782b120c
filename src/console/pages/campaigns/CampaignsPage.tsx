import { Link } from '@tanstack/react-router';
import { Clapperboard, Megaphone, MessageCircleQuestionMark } from 'lucide-react';
import { campaign } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { FormTab } from '../../entities/form/FormTab.ts';
import type { RowTab } from '../../entities/RowTab.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import type { RowLink } from '../../entities/RowLink.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import type { MenuEntry } from '../../ui/overlay/Menu.tsx';
import { CampaignWarnings } from './CampaignWarnings.tsx';

const intro = {
  icon: <Megaphone />,
  text: 'A campaign is one advertiser’s line item: its creatives, its bid, its flight and its budget.',
};

function links(row: EntityRow): RowLink[] {
  const search = { advertiserId: row['advertiserId'], status: 'all' };
  return [{ label: 'Creatives', icon: <Clapperboard />, to: '/creatives', entity: 'creative', search }];
}

const FunnelTab = lazyChunk(() => import('./FunnelTab.tsx'), 'FunnelTab');
const ForecastTab = lazyChunk(() => import('./ForecastTab.tsx'), 'ForecastTab');

const rowTabs: readonly RowTab[] = [{ id: 'funnel', label: 'Why no bid?', isWide: true, Panel: FunnelTab }];
const valueTabs: readonly FormTab[] = [{ id: 'forecast', label: 'Forecast', Panel: ForecastTab }];

const actions = (row: EntityRow): MenuEntry[] => [
  {
    kind: 'link',
    id: 'why',
    label: 'Inspect requests',
    icon: <MessageCircleQuestionMark />,
    link: <Link to="/why" search={{ campaign: row.id }} />,
  },
];

export function CampaignsPage() {
  return (
    <EntityPage
      entity={campaign}
      intro={intro}
      rowTabs={rowTabs}
      valueTabs={valueTabs}
      links={links}
      actions={actions}
      warningsComponent={CampaignWarnings}
    />
  );
}
