import { Link } from '@tanstack/react-router';
import { Code, FlaskConical, RadioTower } from 'lucide-react';
import { use } from 'react';
import { channel, seesMoney } from '#model/index.ts';
import type { RowTab } from '../../entities/RowTab.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { EntityRow } from '../../entities/useEntity.ts';
import { DynamicFloors } from './DynamicFloors.tsx';
import { ApiContext } from '../../lib/apiContext.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useUser } from '../../frame/session.ts';
import { loadErrorToast } from '../../lib/errorToast.ts';
import { whyEntry } from '../../reasons/whyEntry.tsx';
import { copyText } from '../../ui/copyText.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { mayAskWhatIf } from '../whatif/mayAskWhatIf.ts';
import { whatIfEntry } from '../whatif/whatIfEntry.tsx';

const intro = {
  icon: <RadioTower />,
  text: 'A channel is an ad endpoint that players call. Add tags to its waterfall, then give its ad tag to the publisher.',
};

const ChannelWaterfall = lazyChunk(() => import('./ChannelWaterfall.tsx'), 'ChannelWaterfall');

const GetTag = lazyChunk(() => import('./GetTag.tsx'), 'GetTag');

const rowTabs: readonly RowTab[] = [
  { id: 'waterfall', label: 'Waterfall', isWide: true, isNextAfterCreate: true, Panel: ChannelWaterfall },
  { id: 'dynamic-floors', label: channel.fields.dynamicFloors.label, within: 'payment', Panel: DynamicFloors },
  { id: 'get-tag', label: 'Get tag', Panel: GetTag },
];

const rowTabsWithoutMoney = rowTabs.filter(({ id }) => id !== 'dynamic-floors');

export function ChannelsPage() {
  const api = use(ApiContext);
  const toast = useToast();
  const user = useUser();
  const canAskWhatIf = mayAskWhatIf(user);

  async function copyTag(row: EntityRow) {
    try {
      const { fullUrl } = await api.get('/api/demand/channels/{id}/tag', { params: { id: row.id } });
      if (await copyText(fullUrl)) toast.info({ title: 'Tag URL copied', description: row.name ?? '' });
      else {
        const page = { label: 'Get tag', href: `/channels?open=${row.id}&tab=get-tag` };
        toast.error({ title: 'The browser blocked copying', description: fullUrl, page });
      }
    } catch (error) {
      if (!isSignedOut(error)) toast.error(loadErrorToast(error));
    }
  }

  return (
    <EntityPage
      entity={channel}
      intro={intro}
      rowTabs={seesMoney(user) ? rowTabs : rowTabsWithoutMoney}
      actions={(row) => [
        { id: 'tag-url', label: 'Copy tag URL', icon: <Code />, onSelect: () => void copyTag(row) },
        {
          kind: 'link',
          id: 'test',
          label: 'Test',
          icon: <FlaskConical />,
          link: <Link to="/tester" search={{ channel: row.id }} />,
        },
        whyEntry('channel', row.id),
        ...(canAskWhatIf ? [whatIfEntry({ channel: row.id })] : []),
      ]}
    />
  );
}
