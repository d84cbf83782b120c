import { useInfiniteQuery } from '@tanstack/react-query';
import { use } from 'react';
import { channel, tag } from '#model/index.ts';
import { ApiContext } from '../lib/apiContext.ts';
import type { WaterfallSide } from './waterfallModel.ts';

const pageSize = 100;

/**
 * The objects that can be attached: active and paused ones. `partner` is the advertiser of tags or the sub-publisher of
 * channels.
 */
export function useCandidates(side: WaterfallSide, { q, partner }: { q: string; partner: number | null }) {
  const api = use(ApiContext);
  const other = side === 'channel' ? tag : channel;
  const filter = partner === null ? {} : { [side === 'channel' ? 'advertiserId' : 'subpublisherId']: String(partner) };
  return useInfiniteQuery({
    queryKey: ['entity', other.name, 'candidates', q, partner],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const query = { q, ...filter, sort: 'name', size: pageSize, page: pageParam };
      return api.get('/api/{entity}', { entity: other, query, signal });
    },
    getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
  });
}
