import { Pause, Play } from 'lucide-react';
import type { Status } from '#model/index.ts';
import { Button } from '../../ui/Button.tsx';

/** Pauses active rows and activates others. */
export function StatusButton({
  status,
  stop = 'Pause',
  onStatus,
}: {
  status: Status | undefined;
  /** Label of the pause button. */
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
