import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { DashboardAlert } from '#api/dashboard/dashboardContract.ts';
import type { AlertEntity, muteDays } from '#model/entity/alerts.ts';
import type { Mode } from '../frame/navigation/modes.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { errorToast } from '../lib/errorToast.ts';
import { isSignedOut } from '../lib/query.ts';
import { useToast } from '../ui/overlay/ToastProvider.tsx';

const refreshMs = 30_000;

/** Under 'entity', so that saving an object reloads its alerts. */
const alertsKey = ['entity', 'alerts'] as const;

/** The alerts that are shown: of a mode (undefined = both) and an account, or of one object. */
type AlertQuery = { mode: Mode | undefined; account: number | undefined } | { entity: AlertEntity; id: number };

/** The alerts of the user's objects, refreshed while the page is open. */
export function useAlerts(query: AlertQuery, isWanted: boolean) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: [...alertsKey, query],
    enabled: isWanted,
    refetchInterval: refreshMs,
    placeholderData: 'mode' in query ? keepPreviousData : undefined,
    queryFn: ({ signal }) => api.get('/api/dashboard/alerts', { query, signal }),
  });
}

/** The time of a mute: a number of days, or null for until the cause is gone. */
export type MuteTime = (typeof muteDays)[number] | null;

/** Mutes and unmutes alerts, and reloads them. `onDone` is called before they are: the alert is still on the page. */
export function useMutes(onDone: () => void) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();
  const shared = {
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: alertsKey }),
    onError: (error: unknown) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
  };
  const mute = useMutation({
    mutationFn: ({ alert, reason, days }: { alert: DashboardAlert; reason: string; days: MuteTime }) => {
      if (!alert.object) throw new RangeError('alerts of the platform cannot be muted');
      const { entity, id } = alert.object;
      return api.post('/api/dashboard/alerts/mutes', { body: { entity, id, cause: alert.cause, reason, days } });
    },
    ...shared,
  });
  const unmute = useMutation({
    mutationFn: (id: number) => api.delete('/api/dashboard/alerts/mutes/{id}', { params: { id } }),
    ...shared,
  });
  return { mute, unmute };
}
