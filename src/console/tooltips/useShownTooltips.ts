import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { ShownTooltips } from '#api/tooltips/tooltipContract.ts';
import { ApiContext } from '../lib/apiContext.ts';

/** Query key of the field tooltips, to invalidate after a tooltip changed. */
export const shownTooltipsKey = ['tooltips', 'shown'];

const staleMs = 5 * 60_000;

/** The tooltips by entity.field, cached for some minutes. Undefined until loaded: fields then have none. */
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
