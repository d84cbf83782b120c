import { isScoped } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { ApiError } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { useWatches, type WhySubject } from './useWhy.ts';

/** The watch of a subject, with its start and stop actions; null for a subject that cannot be watched. */
export function useWatch({ kind, id }: WhySubject) {
  const { watches, start, stop } = useWatches();
  const user = useUser();
  const toast = useToast();
  // A device is watched across the whole account.
  if (id === null || kind === 'subpublisher' || (kind === 'device' && isScoped(user))) return null;
  const onError = (error: unknown) => {
    if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
  };
  const isTooMany = start.error instanceof ApiError && start.error.problems.some(({ code }) => code === tooMany);
  return {
    watch: watches.find((watch) => watch.kind === kind && watch.object === id) ?? null,
    /** The running watches, when one must end before another can start. */
    runningWatches: isTooMany ? watches : [],
    isStarting: start.isPending,
    isStopping: stop.isPending,
    start: () => start.mutate({ kind, id }, { onError }),
    stop: (watchId: number) => stop.mutate(watchId, { onError, onSuccess: () => start.reset() }),
  };
}

const tooMany = 'too_many_watches';
