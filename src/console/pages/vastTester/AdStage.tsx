import { MousePointerClick, Pause, Play, SkipForward, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FiredTracker, TestedAd, TestedMedia } from '#api/vastTester/vastTesterContract.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/picker/Select.tsx';
import { Switch } from '../../ui/field/Switch.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { EventTimeline } from './EventTimeline.tsx';
import {
  emptyLog,
  isTrackerOf,
  skipAd,
  takeMessage,
  type PlayedEvent,
  type PlayLog,
  type StageMessage,
} from './playLog.ts';
import { momentOf } from './testFormat.ts';
import { useFireTrackers, type DeviceChoice } from './useVastTest.ts';

interface AdStageProps {
  ad: TestedAd;
  device: DeviceChoice;
  log: PlayLog;
  onLog: (log: PlayLog) => void;
  /** Called after the trackers of an event were requested. */
  onCalled: (event: PlayedEvent, fired: readonly FiredTracker[]) => void;
  /** Called when the ad starts again. */
  onReset: () => void;
}

/** Plays an ad in a frame of its own origin and reports the events that a player would track. */
export function AdStage({ ad, device, log, onLog, onCalled, onReset }: AdStageProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const toast = useToast();
  const fire = useFireTrackers(device);
  const [isReady, setReady] = useState(false);
  const [isCalling, setCalling] = useState(false);
  const [chosen, setChosen] = useState(() => bestFile(ad.media));
  const file = ad.media[chosen];

  const send = (command: object) => frame.current?.contentWindow?.postMessage(command, '*');

  async function call(event: PlayedEvent) {
    const urls = ad.trackers.filter((tracker) => isTrackerOf(event, tracker)).map(({ url }) => url);
    const callable = urls.filter((url) => /^https?:/i.test(url));
    if (callable.length === 0) return;
    try {
      onCalled(event, await fire(callable.slice(0, 100), event.errorCode));
    } catch (error) {
      if (!isSignedOut(error)) toast.error(errorToast('The trackers could not be called', error));
    }
  }

  // The stage can post messages faster than React renders.
  const latest = useRef(log);

  function updateLog(next: PlayLog) {
    const { events } = latest.current;
    latest.current = next;
    onLog(next);
    if (isCalling) for (const event of next.events.slice(events.length)) void call(event);
  }

  const onStageMessage = useEffectEvent((event: MessageEvent<unknown>) => {
    // The ad on the stage is untrusted: its messages are read, and nothing else.
    if (event.source === null || event.source !== frame.current?.contentWindow) return;
    const message = event.data as StageMessage;
    if (message.stage === 'ready') setReady(true);
    else if (latest.current.phase !== 'idle') updateLog(takeMessage(latest.current, message, ad));
  });
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>) => onStageMessage(event);
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  }, []);

  function play() {
    if (log.phase === 'paused') return send({ play: true });
    if (!file) return undefined;
    onReset();
    updateLog({ ...emptyLog, phase: 'loading' });
    return send({ load: file.url });
  }

  function skip() {
    send({ pause: true });
    updateLog(skipAd(latest.current));
  }

  const isRunning = log.phase === 'playing' || log.phase === 'loading';
  const canSkip = ad.skipMs !== null && log.at * 1000 >= ad.skipMs && (isRunning || log.phase === 'paused');
  const isShown = isRunning || log.phase === 'paused';
  return (
    <div className="flex flex-col">
      <iframe
        ref={frame}
        title="The ad"
        src="/stage/stage.html"
        sandbox="allow-scripts"
        allow="autoplay"
        referrerPolicy="no-referrer"
        tabIndex={-1}
        className="aspect-video w-full bg-tip"
      />
      <div className="flex flex-col gap-3 border-t px-4 py-3">
        <div className="flex items-center gap-2">
          {isRunning ? (
            <Button size="sm" icon={<Pause />} onClick={() => send({ pause: true })}>
              Pause
            </Button>
          ) : (
            <Button size="sm" variant="primary" icon={<Play />} disabled={!file || !isReady} onClick={play}>
              {log.events.length > 0 && log.phase !== 'paused' ? 'Play again' : 'Play'}
            </Button>
          )}
          <IconButton
            size="sm"
            label={log.isMuted ? 'Unmute' : 'Mute'}
            icon={log.isMuted ? <VolumeX /> : <Volume2 />}
            disabled={!isShown}
            onClick={() => send({ isMuted: !log.isMuted })}
          />
          <IconButton
            size="sm"
            label="Click the ad"
            icon={<MousePointerClick />}
            disabled={!isShown}
            onClick={() => updateLog(takeMessage(latest.current, pressOf(latest.current), ad))}
          />
          {ad.skipMs === null ? null : (
            <Button size="sm" icon={<SkipForward />} disabled={!canSkip} onClick={skip}>
              Skip
            </Button>
          )}
          <span className="tnum ml-auto text-xs text-muted">
            {momentOf(log.at)} / {log.duration === null ? '–' : momentOf(log.duration)}
          </span>
        </div>
        {ad.media.length > 1 ? (
          <Select
            size="sm"
            aria-label="Media file"
            options={ad.media.map((each, index) => ({ value: index, label: nameOf(each), disabled: each.isScript }))}
            value={chosen}
            onChange={setChosen}
            disabled={isShown}
          />
        ) : null}
        <div className="flex items-center gap-2 text-xs">
          <Switch checked={isCalling} onChange={setCalling} label="Call trackers" />
          <span className="whitespace-nowrap">Call trackers</span>
          <span className="text-muted">
            {isCalling ? 'They count as real views and clicks.' : 'Off: events are shown, but no tracker is called.'}
          </span>
        </div>
      </div>
      <EventTimeline ad={ad} log={log} />
    </div>
  );
}

/** A click on the ad made by our own button. */
function pressOf({ at, duration, isMuted }: PlayLog): StageMessage {
  return { stage: 'click', at, duration, isMuted, width: 0, height: 0, code: null };
}

/** The first file that this browser can play, else the first that is not a script. */
function bestFile(media: readonly TestedMedia[]): number {
  const video = document.createElement('video');
  const playable = media.findIndex((file) => !file.isScript && video.canPlayType(file.type) !== '');
  return playable >= 0 ? playable : media.findIndex((file) => !file.isScript);
}

function nameOf({ type, width, height, bitrate }: TestedMedia): string {
  return [type || 'no type', `${width} × ${height}`, bitrate === null ? '' : `${bitrate} kbit/s`]
    .filter(Boolean)
    .join(', ');
}
