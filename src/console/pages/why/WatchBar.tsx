import { Eye, Square } from 'lucide-react';
import { useState } from 'react';
import { isScoped } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { isSignedOut } from '../../lib/query.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { useNow } from '../../reporting/useNow.ts';
import { Button } from '../../ui/Button.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { useToast } from '../../ui/ToastProvider.tsx';
import { useWatches, type Asked } from './useWhy.ts';
import { countdown } from './whyWords.ts';

/** Starts a watch of what is asked about, shows how long it runs, and says when it has ended. */
export function WatchBar({ asked }: { asked: Asked }) {
  const { watches, start, stop } = useWatches();
  const user = useUser();
  const toast = useToast();
  const now = useNow(1000);
  const { kind, id } = asked;
  const found = watches.find((watch) => watch.kind === kind && watch.object === id);
  const watch = found && Date.parse(found.until) > now ? found : null;
  const [seen, setSeen] = useState('');
  const name = `${kind} ${id ?? ''}`;
  if (watch && seen !== name) setSeen(name);

  // A device is watched for the whole account.
  if (id === null || kind === 'subpublisher' || (kind === 'device' && isScoped(user))) return null;
  const onError = (error: unknown) => {
    if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
  };
  return (
    <div className="flex items-center gap-2" role="status">
      {watch ? (
        <>
          <Pill tone="accent">
            <span className="tnum">Watching, {countdown(Date.parse(watch.until) - now)} left</span>
          </Pill>
          <Button icon={<Square />} loading={stop.isPending} onClick={() => stop.mutate(watch.id, { onError })}>
            Stop
          </Button>
        </>
      ) : (
        <>
          {seen === name ? <span className="text-xs text-muted">The watch has ended.</span> : null}
          <Button
            variant="primary"
            icon={<Eye />}
            loading={start.isPending}
            onClick={() => start.mutate({ kind, id }, { onError })}
          >
            Watch for 10 minutes
          </Button>
        </>
      )}
    </div>
  );
}
