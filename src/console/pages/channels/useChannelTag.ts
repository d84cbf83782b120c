import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { ApiContext } from '../../lib/apiContext.ts';

/** The tag of a channel, as the server builds it for the channel's environment. */
export function useChannelTag(id: number) {
  const api = use(ApiContext);
  return useQuery({
    // Under 'entity', so that a saved channel asks for its tag again: the environment may have changed.
    queryKey: ['entity', 'channel', 'tag', id],
    queryFn: ({ signal }) => api.get('/api/demand/channels/{id}/tag', { params: { id }, signal }),
  });
}
