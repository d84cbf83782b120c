import { campaign, mayUse, seesMoney } from '#model/index.ts';
import type { FormTab } from '../../entities/form/FormTab.ts';
import { RowPage } from '../../entities/RowPage.tsx';
import type { RowTab } from '../../entities/RowTab.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { useUser } from '../../frame/session.ts';
import { campaignActions, campaignLinks } from './campaignRow.tsx';
import { campaignSections } from './campaignSections.ts';
import { CampaignWarnings } from './CampaignWarnings.tsx';

const FunnelTab = lazyChunk(() => import('./FunnelTab.tsx'), 'FunnelTab');
const ForecastTab = lazyChunk(() => import('./ForecastTab.tsx'), 'ForecastTab');

const rowTabs: readonly RowTab[] = [{ id: 'funnel', label: 'Why no bid?', Panel: FunnelTab }];
const none: readonly never[] = [];
const valueTabs: readonly FormTab[] = [{ id: 'forecast', label: 'Forecast', Panel: ForecastTab }];

/** The page of one campaign, or of a new one. */
export function CampaignPage() {
  const user = useUser();
  const hasTools = mayUse(user, 'tools');
  return (
    <RowPage
      entity={campaign}
      order={campaignSections}
      rowTabs={hasTools ? rowTabs : none}
      valueTabs={hasTools && seesMoney(user) ? valueTabs : none}
      links={campaignLinks}
      actions={campaignActions}
      warningsComponent={CampaignWarnings}
    />
  );
}
