import { safely } from '../safely.ts';
import type { Labels } from '../types.ts';
import { createProgress } from '../vast/createProgress.ts';
import { pickFile } from '../vast/pickFile.ts';
import type { VideoAd } from '../vast/types.ts';
import { offsetOf } from '../vast/vastTime.ts';
import { openControls } from './openControls.ts';

/** How an ad ended; `code` is a VAST error code. */
export type PlaybackEnd = { kind: 'complete' | 'skipped' | 'closed' | 'stopped' } | { kind: 'failed'; code: number };

export interface PlayerOptions {
  ad: VideoAd;
  /** The element of ours that the player fills. */
  host: HTMLElement;
  isMuted: boolean;
  volume: number;
  canClose: boolean;
  labels: Labels;
  track: (urls: readonly string[], errorCode?: number) => void;
  /** Each is called once, except `click`. */
  on: { ready(width: number, height: number): void; impression(): void; click(): void; complete(): void };
}

/** A playing ad. */
export interface Player {
  /** Pauses the ad on behalf of its slot, or lifts that pause. */
  setPausedByOwner(isPaused: boolean): void;
  /** Ends the ad without firing trackers. */
  stop(): void;
  ended: Promise<PlaybackEnd>;
}

/** Maximum time without progress while the ad should play, in milliseconds. */
const stallTimeoutMs = 8000;
const pollIntervalMs = 500;

/** Why an ad is paused. */
type PauseReason = 'owner' | 'viewer' | 'click' | 'browser';

/** Plays one ad with its trackers and controls. `ended` always resolves. */
export function openPlayer({ ad, host, labels, track, on, ...options }: PlayerOptions): Player {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const video = document.createElement('video');
  const pauseReasons = new Set<PauseReason>();
  const progress = createProgress(ad);
  let isStarted = false;
  let hasEnded = false;
  let stalledMs = 0;
  let lastTime = 0;
  let resolveEnded: (ending: PlaybackEnd) => void = () => undefined;
  const ended = new Promise<PlaybackEnd>((resolve) => (resolveEnded = resolve));

  const trackEvent = (...names: string[]) =>
    track(ad.tracking.filter(({ event }) => names.includes(event)).map(({ url }) => url));
  const currentDuration = () => (video.duration > 0 && video.duration < Infinity ? video.duration : ad.duration || 0);
  const end = (ending: PlaybackEnd) => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(stallTimer);
    document.removeEventListener('visibilitychange', onReturn);
    window.removeEventListener('focus', onReturn);
    video.pause();
    video.removeAttribute('src');
    video.load();
    root.replaceChildren();
    resolveEnded(ending);
  };
  const fail = (code: number) => {
    if (hasEnded) return;
    track(ad.errors, code);
    end({ kind: 'failed', code });
  };
  const play = () => {
    // The promise rejects when the video is paused or removed meanwhile, which is not an error.
    video.play().catch((error: unknown) => {
      if (hasEnded || (error as Error).name !== 'NotAllowedError') return;
      if (video.muted) setPauseReason('browser', true);
      else {
        video.muted = true;
        play();
      }
    });
  };
  const update = () => {
    if (hasEnded) return;
    if (pauseReasons.size > 0) video.pause();
    else play();
    controls.setPaused(pauseReasons.size > 0);
  };
  const setPauseReason = (reason: PauseReason, isPaused: boolean) => {
    if (pauseReasons.has(reason) === isPaused) return;
    if (isPaused) pauseReasons.add(reason);
    else pauseReasons.delete(reason);
    update();
  };
  const onReturn = safely(() => {
    if (document.visibilityState === 'visible') setPauseReason('click', false);
  });
  const showTime = () =>
    controls.setTime(video.currentTime, currentDuration(), offsetOf(ad.skipOffset, currentDuration()));

  const controls = openControls(
    withVideo(root, video),
    { labels, clickUrl: /^(https?:)?\/\//i.test(ad.clickThrough) ? ad.clickThrough : '', canClose: options.canClose },
    {
      clickThrough({ ctrlKey, metaKey, shiftKey }) {
        track(ad.clickTracking);
        on.click();
        // A click with a modifier key opens a background tab, so playback continues.
        if (!ctrlKey && !metaKey && !shiftKey) setPauseReason('click', true);
      },
      togglePlayback() {
        const isPaused = pauseReasons.size > 0;
        for (const reason of ['click', 'browser', 'viewer'] as const) pauseReasons.delete(reason);
        if (!isPaused) pauseReasons.add('viewer');
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
      track(ad.verificationNotExecuted.map(fillVerificationReason));
    },
    play: () => isStarted && trackEvent('resume'),
    pause: () => isStarted && !hasEnded && !video.ended && trackEvent('pause'),
    timeupdate() {
      showTime();
      if (isStarted) track(progress.at(video.currentTime, currentDuration()));
    },
    volumechange() {
      controls.setMuted(video.muted);
      if (isStarted && video.muted !== wasMuted) trackEvent(video.muted ? 'mute' : 'unmute');
      wasMuted = video.muted;
    },
    ended() {
      track(progress.end(currentDuration()));
      on.complete();
      end({ kind: 'complete' });
    },
    error: () => fail(video.error?.code === MediaError.MEDIA_ERR_DECODE ? 405 : 401),
  };
  for (const [name, listener] of Object.entries(listeners)) {
    video.addEventListener(
      name,
      safely(() => hasEnded || listener()),
    );
  }
  document.addEventListener('visibilitychange', onReturn);
  window.addEventListener('focus', onReturn);
  let wasMuted = options.isMuted;
  video.muted = options.isMuted;
  video.volume = options.volume;
  video.playsInline = true;
  video.preload = 'auto';
  controls.setMuted(options.isMuted);
  // A stalled ad fails, so that the page never waits for it indefinitely.
  const stallTimer = setInterval(
    safely(() => {
      const isStalled = pauseReasons.size === 0 && video.currentTime === lastTime;
      lastTime = video.currentTime;
      stalledMs = isStalled ? stalledMs + pollIntervalMs : 0;
      if (stalledMs >= stallTimeoutMs) fail(402);
    }),
    pollIntervalMs,
  );
  const file = pickFile(ad.files, host.clientWidth * devicePixelRatio, (type) => video.canPlayType(type) !== '');
  if (file) {
    video.src = file.url;
    update();
  } else fail(403);
  return {
    ended,
    setPausedByOwner: (isPaused) => setPauseReason('owner', isPaused),
    stop: () => end({ kind: 'stopped' }),
  };
}

function withVideo(root: ShadowRoot, video: HTMLVideoElement): ShadowRoot {
  video.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;background:#000;object-fit:contain';
  root.replaceChildren(video);
  return root;
}

/** Fills [REASON] with 2: this player does not run measurement scripts. */
function fillVerificationReason(url: string): string {
  return url.replace(/(?:\[|%5B)REASON(?:\]|%5D)/gi, '2');
}
