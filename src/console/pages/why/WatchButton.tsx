import { Eye, Square } from 'lucide-react';
import { Button, type ButtonVariant } from '../../ui/Button.tsx';
import { useWatch } from './useWatch.ts';
import type { Asked } from './useWhy.ts';

/** Starts a watch; where too many run, each of them can be stopped. Nothing while it runs, or where nothing can be watched. */
export function WatchButton({ asked, variant }: { asked: Asked; variant?: ButtonVariant }) {
  const known = useWatch(asked);
  if (!known || known.watch) return null;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {known.inTheWay.map(({ id, kind, object }) => (
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
