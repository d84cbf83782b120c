import { Square } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../reports/useNow.ts';
import { Button } from '../../ui/Button.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { useWatch } from './useWatch.ts';
import type { WhySubject } from './useWhy.ts';
import { WatchButton } from './WatchButton.tsx';
import { countdown } from './whyText.ts';

/** Starts a watch of the subject, shows its remaining time, and reports its end. */
export function WatchBar({ subject }: { subject: WhySubject }) {
  const known = useWatch(subject);
  const now = useNow(1000);
  const watch = known?.watch && Date.parse(known.watch.until) > now ? known.watch : null;
  const [seen, setSeen] = useState('');
  const name = `${subject.kind} ${subject.id ?? ''}`;
  if (watch && seen !== name) setSeen(name);

  if (!known) return null;
  return (
    <div className="flex items-center gap-2" role="status">
      {watch ? (
        <>
          <Pill tone="accent">
            <span className="tnum">Watching, {countdown(Date.parse(watch.until) - now)} left</span>
          </Pill>
          <Button icon={<Square />} loading={known.isStopping} onClick={() => known.stop(watch.id)}>
            Stop
          </Button>
        </>
      ) : (
        <>
          {seen === name ? <span className="text-xs text-muted">The watch has ended.</span> : null}
          <WatchButton subject={subject} variant="primary" />
        </>
      )}
    </div>
  );
}
