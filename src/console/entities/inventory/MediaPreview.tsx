import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ObservedRow } from '#api/observed/observedContract.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { mediaSummary } from './mediaSummary.ts';
import { declaredText } from './observedCells.tsx';

/** A message from the stage about its video. */
interface StageMessage {
  stage: string;
  isMuted?: boolean;
}

type Phase = 'idle' | 'playing' | 'paused' | 'failed';

/** Plays a creative's media on the stage, a sandboxed frame that cannot reach the console. */
export function MediaPreview({ row, onClose }: { row: ObservedRow; onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [phase, setPhase] = useState<Phase>('idle');
  const [isMuted, setMuted] = useState(true);
  const url = declaredText(row, 'url');
  const title = declaredText(row, 'title') || declaredText(row, 'id') || row.key;

  const send = (command: object) => frame.current?.contentWindow?.postMessage(command, '*');

  const onStageMessage = useEffectEvent((event: MessageEvent<unknown>) => {
    // Content on the stage is untrusted: only its messages are read.
    if (event.source === null || event.source !== frame.current?.contentWindow) return;
    const { stage, isMuted: muted } = event.data as StageMessage;
    if (typeof muted === 'boolean') setMuted(muted);
    if (stage === 'ready') send({ load: url });
    if (stage === 'playing') setPhase('playing');
    if (stage === 'pause' || stage === 'ended') setPhase('paused');
    if (stage === 'error') setPhase('failed');
  });
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => onStageMessage(event);
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  }, []);

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={mediaSummary(row)}
      size="lg"
      padding="none"
    >
      <iframe
        ref={frame}
        title={`Media of ${title}`}
        src="/stage/stage.html"
        sandbox="allow-scripts"
        allow="autoplay"
        referrerPolicy="no-referrer"
        tabIndex={-1}
        className="aspect-video w-full bg-tip"
      />
      <div className="flex items-center gap-2 px-5 py-3">
        {phase === 'playing' ? (
          <Button size="sm" icon={<Pause />} onClick={() => send({ pause: true })}>
            Pause
          </Button>
        ) : (
          <Button
            size="sm"
            variant="primary"
            icon={<Play />}
            disabled={phase === 'failed'}
            onClick={() => send({ play: true })}
          >
            Play
          </Button>
        )}
        <IconButton
          size="sm"
          label={isMuted ? 'Unmute' : 'Mute'}
          icon={isMuted ? <VolumeX /> : <Volume2 />}
          disabled={phase === 'failed'}
          onClick={() => send({ isMuted: !isMuted })}
        />
        <span role="status" className="min-w-0 flex-1 truncate text-xs text-muted" title={url}>
          {phase === 'failed' ? 'This media file cannot be played here.' : url}
        </span>
        <CopyButton text={url} label="Copy URL" />
      </div>
    </Dialog>
  );
}
