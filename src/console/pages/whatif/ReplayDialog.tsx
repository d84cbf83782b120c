import { FlaskConical } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { maxWhatIfDays, type WhatIfChange } from '#model/whatif/whatIf.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { messageOf } from '../../lib/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { SegmentedControl } from '../../ui/picker/SegmentedControl.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { dayOptions } from './dayOptions.ts';
import type { ReplayChannels } from './useReplayChannels.ts';
import { useReplay } from './useWhatIf.ts';
import { WhatIfResultView } from './WhatIfResultView.tsx';

/**
 * Replays requests of recent days with unsaved changes, one channel at a time. Nothing is saved but by the buttons of
 * `footer`.
 */
export function ReplayDialog({
  description,
  channels: { list, query },
  changesIn,
  isRunAtOnce,
  scopeNote,
  footer,
  onClose,
  children,
}: {
  description: string;
  channels: ReplayChannels;
  /** The changes to try in a channel; none while they are incomplete. */
  changesIn: (channelId: number) => WhatIfChange[];
  /** Whether the first result needs no press. */
  isRunAtOnce: boolean;
  /** How saving differs from the forecast, which is of one channel, where there are several. */
  scopeNote: (channels: number) => string;
  footer: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const [picked, setPicked] = useState<number | null>(null);
  const [days, setDays] = useState(maxWhatIfDays);
  const whatIf = useReplay();
  const channelId = picked ?? list?.[0]?.id;
  const changes = channelId === undefined ? [] : changesIn(channelId);
  const request = channelId === undefined || changes.length === 0 ? null : { channelId, days, changes };
  const replayed = whatIf.data;
  const isStale = replayed !== undefined && JSON.stringify(replayed.request) !== JSON.stringify(request);

  const hasRun = useRef(false);
  useEffect(() => {
    if (request === null || hasRun.current) return;
    hasRun.current = true;
    if (isRunAtOnce) whatIf.mutate(request);
  });

  const run = () => request && whatIf.mutate(request);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="xl"
      dismissable={false}
      title="What if?"
      description={description}
      onSubmit={run}
      footer={footer}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          {list && list.length > 1 ? (
            <Combobox
              aria-label="Channel"
              clearable={false}
              className="w-72"
              options={list.map(({ id, name, note }) => ({ value: id, label: name, note: note ?? `#${id}` }))}
              value={channelId ?? null}
              onChange={setPicked}
            />
          ) : null}
          <SegmentedControl
            label="Period"
            options={dayOptions}
            value={String(days)}
            onChange={(next) => setDays(Number(next))}
          />
          <Button
            type="submit"
            icon={<FlaskConical />}
            className="ml-auto"
            disabled={request === null}
            loading={whatIf.isPending}
          >
            Run
          </Button>
        </div>
        {children}
        {list && list.length > 1 ? <p className="text-xs text-muted">{scopeNote(list.length)}</p> : null}
        {query.error ? (
          <LoadError title="The channels could not be loaded" query={query} />
        ) : list?.length === 0 ? (
          <EmptyState
            icon={<FlaskConical />}
            title="Not in any channel"
            text="Requests are replayed per channel. Attach the tag to a channel first."
          />
        ) : whatIf.isPending ? (
          <div role="status" aria-label="Replaying requests">
            <Skeleton className="h-32" />
          </div>
        ) : whatIf.error ? (
          <ErrorState title="The what-if could not be run" text={messageOf(whatIf.error)} onRetry={run} />
        ) : replayed ? (
          <>
            {isStale ? (
              <p className="text-xs text-muted">These results are for the previous changes. Run again.</p>
            ) : null}
            <WhatIfResultView
              response={replayed.response}
              onMoreDays={
                days < maxWhatIfDays && request
                  ? () => {
                      setDays(maxWhatIfDays);
                      whatIf.mutate({ ...request, days: maxWhatIfDays });
                    }
                  : null
              }
            />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
