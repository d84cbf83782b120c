import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { factorsKey } from '../../factors/factorsQuery.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { SessionList } from '../../logins/SessionList.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RememberedDevices } from './RememberedDevices.tsx';

const queryKey = ['sessions'] as const;

/** The user's own sessions: each can be ended, or all except this one. */
export function OwnSessionsCard() {
  const api = use(ApiContext);
  const toast = useToast();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey,
    staleTime: 0,
    queryFn: ({ signal }) => api.get('/api/session/all', { signal }),
  });
  const end = useMutation({
    mutationFn: (id: string | null) =>
      id === null
        ? api.delete('/api/session/all')
        : api.delete('/api/session/all/{sessionId}', { params: { sessionId: id } }),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('The session could not be ended', error));
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey: factorsKey });
    },
  });
  const sessions = query.data;
  const hasOthers = sessions?.some(({ isOwn }) => !isOwn) ?? false;
  return (
    <Card
      title="Sessions"
      description="Browsers in which you are signed in. End those that you do not know, and change your password."
      actions={
        hasOthers ? (
          <Button size="sm" loading={end.isPending} onClick={() => end.mutate(null)}>
            End all others
          </Button>
        ) : null
      }
    >
      {sessions ? (
        <>
          <SessionList sessions={sessions} isBusy={end.isPending} onEnd={(id) => end.mutate(id)} />
          <RememberedDevices />
        </>
      ) : query.error ? (
        <LoadError title="The sessions could not be loaded" query={query} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Card>
  );
}
