import { Eye, Square } from 'lucide-react';
import { Button, type ButtonVariant } from '../../ui/Button.tsx';
import { useWatch } from './useWatch.ts';
import type { WhySubject } from './useWhy.ts';

/**
 * Starts a watch. When too many are running, each of them can be stopped here. Nothing while the watch runs, or for a
 * subject that cannot be watched.
 */
export function WatchButton({ subject, variant }: { subject: WhySubject; variant?: ButtonVariant }) {
  const known = useWatch(subject);
  if (!known || known.watch) return null;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {known.runningWatches.map(({ id, kind, object }) => (
        <Button key={id} icon={<Square />} onClick={() => known.stop(id)}>
          Stop {kind} {kind === 'device' ? object : `#${object}`}
        </Button>
      ))}
      <Button variant={variant} icon={<Eye />} loading={known.isStarting} onClick={known.start}>
        Watch for 10 minutes
      </Button>
    </span>
  );
}
