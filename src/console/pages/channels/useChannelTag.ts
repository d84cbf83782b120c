import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { ApiContext } from '../../lib/apiContext.ts';

/** The tag of a channel, built by the server for the channel's environment. */
export function useChannelTag(id: number) {
  const api = use(ApiContext);
  return useQuery({
    // Under 'entity', so that saving a channel refetches its tag: the environment may have changed.
    queryKey: ['entity', 'channel', 'tag', id],
    queryFn: ({ signal }) => api.get('/api/demand/channels/{id}/tag', { params: { id }, signal }),
  });
}
