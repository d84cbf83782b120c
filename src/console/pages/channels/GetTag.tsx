import { useState, use } from 'react';
import { environments } from '#model/index.ts';
import type { EntityRow } from '../../entities/useEntity.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { PageTag } from './PageTag.tsx';
import { PrebidTag } from './PrebidTag.tsx';
import { RtbTag } from './RtbTag.tsx';
import { VastTag } from './VastTag.tsx';
import { useQuery } from '@tanstack/react-query';
import { ApiContext } from '../../lib/apiContext.ts';

const ways = [
  { id: 'vast', label: 'VAST' },
  { id: 'rtb', label: 'OpenRTB' },
  { id: 'prebid', label: 'Prebid.js' },
  { id: 'page', label: 'Web page' },
];

/** A channel's integrations: VAST tag, OpenRTB, Prebid.js and the SDK. */
export function GetTag({ row }: { row: EntityRow }) {
  const { data: tag, error, refetch, isFetching } = useChannelTag(row.id);
  const [way, setWay] = useState('vast');
  const environment = environments.find((each) => each.value === row['environment'])?.value ?? null;

  if (!tag) {
    return error ? <LoadError query={{ error, refetch, isFetching }} /> : <Skeleton className="h-24" />;
  }
  return (
    <Tabs label="Integration" tabs={ways} value={way} onChange={setWay} className="-mt-3">
      <TabPanel id="vast" keepMounted className="[&[hidden]]:hidden">
        <VastTag tag={tag} environment={environment} />
      </TabPanel>
      <TabPanel id="rtb">
        <RtbTag tag={tag} environment={environment} />
      </TabPanel>
      <TabPanel id="prebid">
        <PrebidTag tag={tag} />
      </TabPanel>
      <TabPanel id="page">
        <PageTag tag={tag} />
      </TabPanel>
    </Tabs>
  );
}

/** The tag of a channel, built by the server for the channel's environment. */
function useChannelTag(id: number) {
  const api = use(ApiContext);
  return useQuery({
    // Under 'entity', so that saving a channel refetches its tag: the environment may have changed.
    queryKey: ['entity', 'channel', 'tag', id],
    queryFn: ({ signal }) => api.get('/api/demand/channels/{id}/tag', { params: { id }, signal }),
  });
}
