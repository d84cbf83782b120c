import { Play, RotateCcw } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CreativeRow, EntityName } from '#model/index.ts';
import type { EntityRow } from '../entities/useEntity.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { LoadError } from '../frame/errors/LoadError.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { usePreview } from './useMedia.ts';

/** A message of the preview page. */
interface PreviewMessage {
  preview?: unknown;
  name?: unknown;
  at?: unknown;
  code?: unknown;
  width?: unknown;
  height?: unknown;
}

interface LoggedEvent {
  name: string;
  at: number;
  code: number | null;
}

const played = new Set<CreativeRow['type']>(['video', 'audio', 'vastUrl', 'vast']);
/** Maximum height of a display ad in pixels; larger ones scroll. */
const maxHeight = 700;

/** Shows a creative as viewers see it, in a sandboxed frame, with the events that players would report. */
export function PreviewTab({ row: entityRow }: { entity: EntityName; row: EntityRow; isReadOnly: boolean }) {
  const row = entityRow as EntityRow & CreativeRow;
  const { data, error, refetch, isFetching } = usePreview(row);
  if (error) {
    return <LoadError title="The preview could not be opened" query={{ error, refetch, isFetching }} />;
  }
  if (!data) return <Skeleton className="aspect-video w-full" />;
  return <Preview key={data.url} row={row} url={data.url} />;
}

function Preview({ row, url }: { row: EntityRow & CreativeRow; url: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [height, setHeight] = useState(300);
  const [events, setEvents] = useState<readonly LoggedEvent[]>([]);
  const isPlayed = played.has(row.type);

  const onPreviewMessage = useEffectEvent(({ source, data }: MessageEvent<unknown>) => {
    // Content in the frame is untrusted: only its messages are read.
    if (source === null || source !== frame.current?.contentWindow) return;
    const { preview, name, at, code, height: reportedHeight } = (data ?? {}) as PreviewMessage;
    if (preview === 'ready') setReady(true);
    if (preview === 'size' && typeof reportedHeight === 'number')
      setHeight(Math.min(Math.max(reportedHeight, 50), maxHeight));
    if (preview !== 'event' || typeof name !== 'string') return;
    const event = { name: name.slice(0, 40), at: Number(at) || 0, code: typeof code === 'number' ? code : null };
    setEvents((all) => [...all, event].slice(-200));
  });
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => onPreviewMessage(event);
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  }, []);

  function play() {
    setEvents([]);
    frame.current?.contentWindow?.postMessage({ play: true }, '*');
  }

  return (
    <div className="flex flex-col gap-3">
      <iframe
        ref={frame}
        title={`Preview of ${row.name}`}
        src={url}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        allow="autoplay"
        referrerPolicy="no-referrer"
        className={cx('w-full rounded-md border', isPlayed ? 'bg-tip' : 'bg-white', shapeOf(row.type))}
        style={isPlayed ? undefined : { height }}
      />
      {isPlayed ? (
        <div className="flex items-center gap-3">
          <Button
            variant="primary"
            icon={events.length > 0 ? <RotateCcw /> : <Play />}
            disabled={!isReady}
            onClick={play}
          >
            {events.length > 0 ? 'Play again' : 'Play'}
          </Button>
          <span className="text-xs text-muted">No trackers fire and nothing is counted.</span>
        </div>
      ) : (
        <span className="text-xs text-muted">Clicks open the landing page directly. Nothing is counted.</span>
      )}
      <EventLog events={events} isPlayed={isPlayed} />
    </div>
  );
}

/** Audio needs only the height of the player's controls. */
function shapeOf(type: CreativeRow['type']): string | undefined {
  if (type === 'audio') return 'h-24';
  return played.has(type) ? 'aspect-video' : undefined;
}

function EventLog({ events, isPlayed }: { events: readonly LoggedEvent[]; isPlayed: boolean }) {
  if (events.length === 0) {
    return isPlayed ? <p className="text-xs text-muted">Events appear here while the ad plays.</p> : null;
  }
  return (
    <ol aria-label="Events" aria-live="polite" tabIndex={0} className="max-h-72 overflow-y-auto rounded-md border py-2">
      {events.map(({ name, at, code }, index) => (
        <li key={index} className="flex items-baseline gap-3 px-4 py-0.5 text-sm">
          <span className="tnum w-12 shrink-0 text-right text-xs text-muted">{at.toFixed(1)} s</span>
          <span className="font-medium">
            {name}
            {code === null ? null : ` ${code}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
