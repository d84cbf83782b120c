import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { ShownTooltips } from '#api/tooltips/tooltipContract.ts';
import { ApiContext } from '../lib/apiContext.ts';

/** Key of the query for the help beside fields; forget it when a tooltip has changed. */
export const shownTooltipsKey = ['tooltips', 'shown'];

const staleMs = 5 * 60_000;

/** The help beside fields, by entity.field: asked for once and kept for a few minutes; without it fields have none. */
export function useShownTooltips(): ShownTooltips | undefined {
  const api = use(ApiContext);
  const { data } = useQuery({
    queryKey: shownTooltipsKey,
    staleTime: staleMs,
    meta: { isQuiet: true },
    queryFn: ({ signal }) => api.get('/api/tooltips/shown', { signal }),
  });
  return data;
}
