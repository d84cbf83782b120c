import { safely } from '../safely.ts';
import type { Labels } from '../types.ts';
import { createProgress } from '../vast/createProgress.ts';
import { pickFile } from '../vast/pickFile.ts';
import type { VideoAd } from '../vast/types.ts';
import { offsetOf } from '../vast/vastTime.ts';
import { openControls } from './openControls.ts';

/** How an ad ended; a code is that of VAST's errors. */
export type Ending = { kind: 'complete' | 'skipped' | 'closed' | 'stopped' } | { kind: 'failed'; code: number };

/** What an ad is played with. */
export interface PlayerOptions {
  ad: VideoAd;
  /** An element of ours that it fills. */
  host: HTMLElement;
  isMuted: boolean;
  volume: number;
  canClose: boolean;
  labels: Labels;
  track: (urls: readonly string[], errorCode?: number) => void;
  /** Told once each, but for clicks. */
  on: { ready(width: number, height: number): void; impression(): void; click(): void; complete(): void };
}

/** An ad that plays. */
export interface Player {
  /** Keeps it from playing, or no longer. */
  setHeld(isHeld: boolean): void;
  /** Ends it without a word to its trackers. */
  stop(): void;
  ended: Promise<Ending>;
}

/** How long nothing may move while it should play, in milliseconds. */
const patienceMs = 8000;
const beatMs = 500;

/** What may keep an ad from playing. */
type Hold = 'owner' | 'viewer' | 'click' | 'browser';

/** Plays one ad. It takes care of its trackers and its controls, and always ends. */
export function openPlayer({ ad, host, labels, track, on, ...options }: PlayerOptions): Player {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const video = document.createElement('video');
  const holds = new Set<Hold>();
  const progress = createProgress(ad);
  let isStarted = false;
  let isOver = false;
  let stillMs = 0;
  let lastTime = 0;
  let tellEnd: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((resolve) => (tellEnd = resolve));

  const trackEvent = (...names: string[]) =>
    track(ad.tracking.filter(({ event }) => names.includes(event)).map(({ url }) => url));
  const durationNow = () => (video.duration > 0 && video.duration < Infinity ? video.duration : ad.duration || 0);
  const end = (ending: Ending) => {
    if (isOver) return;
    isOver = true;
    clearInterval(beat);
    document.removeEventListener('visibilitychange', comeBack);
    window.removeEventListener('focus', comeBack);
    video.pause();
    video.removeAttribute('src');
    video.load();
    root.replaceChildren();
    tellEnd(ending);
  };
  const fail = (code: number) => {
    if (isOver) return;
    track(ad.errors, code);
    end({ kind: 'failed', code });
  };
  const play = () => {
    // Promises of media that is paused or taken away meanwhile are refused: that is no fault.
    video.play().catch((error: unknown) => {
      if (isOver || (error as Error).name !== 'NotAllowedError') return;
      if (video.muted) setHold('browser', true);
      else {
        video.muted = true;
        play();
      }
    });
  };
  const update = () => {
    if (isOver) return;
    if (holds.size > 0) video.pause();
    else play();
    controls.setPaused(holds.size > 0);
  };
  const setHold = (hold: Hold, isHeld: boolean) => {
    if (holds.has(hold) === isHeld) return;
    if (isHeld) holds.add(hold);
    else holds.delete(hold);
    update();
  };
  const comeBack = safely(() => {
    if (document.visibilityState === 'visible') setHold('click', false);
  });
  const showTime = () => controls.setTime(video.currentTime, durationNow(), offsetOf(ad.skipOffset, durationNow()));

  const controls = openControls(
    withVideo(root, video),
    { labels, clickUrl: /^(https?:)?\/\//i.test(ad.clickThrough) ? ad.clickThrough : '', canClose: options.canClose },
    {
      follow({ ctrlKey, metaKey, shiftKey }) {
        track(ad.clickTracking);
        on.click();
        // Who opens it elsewhere stays here.
        if (!ctrlKey && !metaKey && !shiftKey) setHold('click', true);
      },
      toggle() {
        const isHeld = holds.size > 0;
        for (const hold of ['click', 'browser', 'viewer'] as const) holds.delete(hold);
        if (!isHeld) holds.add('viewer');
        update();
      },
      mute: () => void (video.muted = !video.muted),
      skip() {
        trackEvent('skip');
        end({ kind: 'skipped' });
      },
      close() {
        trackEvent('close', 'closeLinear');
        end({ kind: 'closed' });
      },
    },
  );

  const listeners: Record<string, () => void> = {
    loadedmetadata() {
      trackEvent('loaded');
      on.ready(video.videoWidth, video.videoHeight);
      showTime();
    },
    playing() {
      if (isStarted) return;
      isStarted = true;
      track(ad.impressions);
      on.impression();
      trackEvent('creativeView', 'start');
      track(ad.unverified.map(asUnsupported));
    },
    play: () => isStarted && trackEvent('resume'),
    pause: () => isStarted && !isOver && !video.ended && trackEvent('pause'),
    timeupdate() {
      showTime();
      if (isStarted) track(progress.at(video.currentTime, durationNow()));
    },
    volumechange() {
      controls.setMuted(video.muted);
      if (isStarted && video.muted !== isMutedTold) trackEvent(video.muted ? 'mute' : 'unmute');
      isMutedTold = video.muted;
    },
    ended() {
      track(progress.end(durationNow()));
      on.complete();
      end({ kind: 'complete' });
    },
    error: () => fail(video.error?.code === MediaError.MEDIA_ERR_DECODE ? 405 : 401),
  };
  for (const [name, listener] of Object.entries(listeners)) {
    video.addEventListener(
      name,
      safely(() => isOver || listener()),
    );
  }
  document.addEventListener('visibilitychange', comeBack);
  window.addEventListener('focus', comeBack);
  let isMutedTold = options.isMuted;
  video.muted = options.isMuted;
  video.volume = options.volume;
  video.playsInline = true;
  video.preload = 'auto';
  controls.setMuted(options.isMuted);
  // Whatever keeps it from playing, it does not keep the page waiting.
  const beat = setInterval(
    safely(() => {
      const isStill = holds.size === 0 && video.currentTime === lastTime;
      lastTime = video.currentTime;
      stillMs = isStill ? stillMs + beatMs : 0;
      if (stillMs >= patienceMs) fail(402);
    }),
    beatMs,
  );
  const file = pickFile(ad.files, host.clientWidth * devicePixelRatio, (type) => video.canPlayType(type) !== '');
  if (file) {
    video.src = file.url;
    update();
  } else fail(403);
  return { ended, setHeld: (isHeld) => setHold('owner', isHeld), stop: () => end({ kind: 'stopped' }) };
}

function withVideo(root: ShadowRoot, video: HTMLVideoElement): ShadowRoot {
  video.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;background:#000;object-fit:contain';
  root.replaceChildren(video);
  return root;
}

/** Programs that measure ads do not run here: reason 2 says so. */
function asUnsupported(url: string): string {
  return url.replace(/(?:\[|%5B)REASON(?:\]|%5D)/gi, '2');
}
