import { useRef, useState } from 'react';
import type { MutedAlert } from '#api/dashboard/dashboardContract.ts';
import { mayDo, mayUse } from '#model/index.ts';
import { useUser } from '../frame/session.ts';
import { formatDateTime } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { AlertLine } from './AlertLine.tsx';
import { alertListOf } from './alertListOf.ts';
import { useMutes } from './useAlerts.ts';

/** The muted alerts, closed until asked for, each with its reason and Unmute. */
export function MutedAlerts({ muted, isNamed = true }: { muted: readonly MutedAlert[]; isNamed?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  if (muted.length === 0) return null;
  return (
    <div className="border-t">
      <div className="px-4 py-2">
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Muted ({muted.length})
        </Button>
      </div>
      {isOpen ? (
        <ul aria-label="Muted alerts" className="divide-y border-t">
          {muted.map((alert) => (
            <li key={alert.mute.id} className="px-4 py-2">
              <AlertLine alert={alert} isNamed={isNamed} action={<UnmuteButton alert={alert} />} />
              <MuteNote alert={alert} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function MuteNote({ alert: { mute } }: { alert: MutedAlert }) {
  const { timezone } = useUser();
  const until = mute.until === null ? 'until it ends' : `until ${formatDateTime(mute.until, timezone)}`;
  return (
    <p className="text-xs text-muted">
      Muted {until} by {mute.mutedBy}: <bdi className="wrap-anywhere">{mute.reason}</bdi>
    </p>
  );
}

function UnmuteButton({ alert: { object, mute } }: { alert: MutedAlert }) {
  const user = useUser();
  const button = useRef<HTMLButtonElement>(null);
  const { unmute } = useMutes(() => alertListOf(button.current)?.focus());
  if (!object || user.demandId === null || !mayUse(user, 'mutingAlerts') || !mayDo(user, object.entity, 'update')) {
    return null;
  }
  return (
    <Button
      ref={button}
      size="sm"
      variant="ghost"
      loading={unmute.isPending}
      aria-label={`Unmute the alert of ${object.name}`}
      onClick={() => unmute.mutate(mute.id)}
    >
      Unmute
    </Button>
  );
}
