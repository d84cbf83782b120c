import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useUser } from '../frame/session.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { seesWaiting } from './seesWaiting.ts';
import { waitingQuery } from './waitingQuery.ts';

const everyMs = 60_000;

/** The changes that wait, those first that the user can approve; at most 100. They are polled every minute. */
export function useWaitingChanges() {
  const api = use(ApiContext);
  const isWanted = seesWaiting(useUser());
  const { data } = useQuery({
    ...waitingQuery(api, { state: 'waiting', size: 100 }),
    enabled: isWanted,
    refetchInterval: everyMs,
    retry: false,
    meta: { isQuiet: true },
  });
  return { changes: data?.rows ?? [], toApprove: data?.toApprove ?? 0 };
}
