import { Pause, Play } from 'lucide-react';
import type { Status } from '#model/index.ts';
import { Button } from '../../ui/Button.tsx';

/** Stops what is active, and starts what is not. */
export function StatusButton({
  status,
  stop = 'Pause',
  onStatus,
}: {
  status: Status | undefined;
  /** What stopping is called. */
  stop?: string;
  onStatus: (status: Status) => void;
}) {
  const isActive = status === 1;
  return (
    <Button size="sm" variant="ghost" icon={isActive ? <Pause /> : <Play />} onClick={() => onStatus(isActive ? 0 : 1)}>
      {isActive ? stop : 'Activate'}
    </Button>
  );
}
