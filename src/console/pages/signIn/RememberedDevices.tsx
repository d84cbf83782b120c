import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { factorsKey, factorsQuery } from '../../factors/factorsQuery.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { formatDateTime } from '../../lib/format.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** The browsers in which the user needs no second factor; nothing when there are none. */
export function RememberedDevices() {
  const { timezone } = useUser();
  const api = use(ApiContext);
  const toast = useToast();
  const queryClient = useQueryClient();
  const { data } = useQuery(factorsQuery(api));
  const end = useMutation({
    mutationFn: (deviceId: string) => api.delete('/api/session/devices/{deviceId}', { params: { deviceId } }),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('The device was not removed', error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: factorsKey }),
  });
  if (!data || data.devices.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 pt-4" aria-labelledby="remembered-devices">
      <h3 id="remembered-devices" className="text-sm font-medium">
        Remembered devices
      </h3>
      <p className="text-xs text-muted">
        They need no second factor to sign in. All end with a new password or factor.
      </p>
      <ul aria-label="Remembered devices" className="flex flex-col divide-y rounded-lg border">
        {data.devices.map(({ id, browser, ip, place, usedAt, expiresAt }) => (
          <li key={id} className="flex items-center justify-between gap-3 px-3 py-2">
            <div className="flex min-w-0 flex-col">
              <p className="truncate text-sm font-medium">{browser || 'Unknown browser'}</p>
              <p className="text-xs text-muted">
                {[place, ip].filter((part) => part !== '').join(' · ')} · last sign-in{' '}
                {formatDateTime(usedAt, timezone)} · until {formatDateTime(expiresAt, timezone)}
              </p>
            </div>
            <Button size="sm" variant="ghost" loading={end.isPending} onClick={() => end.mutate(id)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
