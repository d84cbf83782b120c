import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { Mode } from '../../frame/navigation/modes.ts';
import { ApiContext } from '../../lib/apiContext.ts';

/** Short, as the user waits for the first request and the first ad. */
const refreshMs = 5_000;

const paths = { ssp: '/api/dashboard/firstSteps', dsp: '/api/dashboard/firstSteps/dsp' } as const;

/** The steps of a mode from an empty account to its first counted ad, refreshed while the page is open. */
export function useFirstSteps(mode: Mode) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['entity', 'firstSteps', mode],
    refetchInterval: refreshMs,
    queryFn: ({ signal }) => api.get(paths[mode], { signal }),
  });
}

/** The steps of a sub-publisher or an advertiser, refreshed often until they are done. */
export function usePartnerSteps() {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['entity', 'firstSteps', 'partner'],
    queryFn: ({ signal }) => api.get('/api/dashboard/firstSteps/partner', { signal }),
    refetchInterval: ({ state }) => (state.data?.steps.every(({ isDone }) => isDone) ? false : refreshMs),
  });
}
