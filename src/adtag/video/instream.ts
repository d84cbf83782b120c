import { fireTrackers } from '../fireTrackers.ts';
import type { SlotContext, FormatHandler, SlotController } from '../openSlot.ts';
import type { SlotConfig } from '../resolveSlotConfig.ts';
import { safely } from '../safely.ts';
import type { SlotRuntime } from '../slotRuntime.ts';
import type { InstreamOptions, Position } from '../types.ts';
import { fetchVideoAds } from '../vast/fetchVideoAds.ts';
import { tagUrlOf } from '../vast/tagUrlOf.ts';
import type { VideoAd } from '../vast/types.ts';
import { openPlayer, type Player } from './openPlayer.ts';
import { coverContent } from './coverContent.ts';
import { createBreaks } from './createBreaks.ts';
import { emitFaults } from './emitFaults.ts';

/** Ad breaks around a video of the page. */
export const instream: FormatHandler = {
  name: 'instream',
  start(open, runtime, options) {
    const { target } = open;
    return target instanceof HTMLVideoElement ? startInstream(target, open, runtime, options) : null;
  },
};

/** Minimum time that the ad server gets to respond. */
const minTimeoutMs = 500;

function startInstream(
  content: HTMLVideoElement,
  { emit, slotConfig, isDestroyed }: SlotContext,
  runtime: SlotRuntime,
  options: InstreamOptions,
): SlotController {
  const breaks = createBreaks(options);
  let player: Player | null = null;
  let isBusy = false;
  /** Set while an ad plays and before the content starts. `shouldResume` says whether the content plays afterwards. */
  let suspendedContent: { shouldResume: boolean } | null = null;

  // Pausing before playback starts would reject the promise of a page that has called play().
  const pauseContent = () => {
    if (content.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) content.pause();
  };
  const suspendContent = (shouldResume: boolean) => {
    suspendedContent ??= { shouldResume };
    pauseContent();
  };
  const resumeContent = () => {
    const { shouldResume } = suspendedContent ?? { shouldResume: false };
    suspendedContent = null;
    // If the browser refuses, the viewer has to press play.
    if (shouldResume && content.isConnected) content.play().catch(() => undefined);
  };

  const playAll = async (ads: readonly VideoAd[], { shouldFireTrackers }: SlotConfig, position: Position) => {
    const cover = coverContent(content, runtime.labels().ad);
    try {
      emit('filled', { position, width: cover.host.clientWidth, height: cover.host.clientHeight });
      for (const ad of ads) {
        if (isDestroyed()) return;
        player = openPlayer({
          ad,
          host: cover.host,
          isMuted: content.muted,
          volume: content.volume,
          canClose: false,
          labels: runtime.labels(),
          track: (urls, code) => shouldFireTrackers && fireTrackers(urls, code),
          on: {
            ready: () => undefined,
            impression: () => emit('impression', { position }),
            click: () => emit('click', { position }),
            complete: () => emit('complete', { position }),
          },
        });
        const ending = await player.ended;
        player = null;
        if (ending.kind === 'failed') emit('error', { position, code: ending.code });
        if (ending.kind === 'stopped') return;
      }
    } finally {
      cover.remove();
    }
  };

  const run = async (position: Position) => {
    if (isBusy) return;
    isBusy = true;
    const startedAt = performance.now();
    try {
      // The content must not start before a pre-roll; it plays on while a mid-roll is requested.
      if (position === 'pre') suspendContent(true);
      const slotRequest = await slotConfig();
      if (!slotRequest || isDestroyed()) return;
      const tagUrl = tagUrlOf({
        ...slotRequest,
        page: runtime.page(),
        width: content.clientWidth,
        height: content.clientHeight,
        random: Math.random(),
        ...adcomOf(content, position),
      });
      // The wait for consent and settings counts towards the timeout.
      const timeoutMs = Math.max(slotRequest.slotConfig.timeoutMs - (performance.now() - startedAt), minTimeoutMs);
      const { ads, faults } = await fetchVideoAds(tagUrl, { ...slotRequest.slotConfig, timeoutMs, acceptsPods: true });
      if (isDestroyed()) return;
      if (ads.length === 0) return emitFaults(emit, faults, { position });
      if (document.pictureInPictureElement === content) return emit('empty', { position, code: 'no_ad' });
      suspendContent(position !== 'post');
      await playAll(ads, slotRequest.slotConfig, position);
    } finally {
      isBusy = false;
      if (suspendedContent) resumeContent();
    }
  };

  const listeners: Record<string, () => void> = {
    play() {
      if (suspendedContent) {
        suspendedContent.shouldResume = true;
        pauseContent();
      } else if (breaks.takePreRoll()) safely(run)('pre');
    },
    playing: () => suspendedContent && content.pause(),
    timeupdate() {
      if (!isBusy && !content.seeking && !content.paused && breaks.takeMidRoll(content.currentTime)) safely(run)('mid');
    },
    ended: () => breaks.takePostRoll() && safely(run)('post'),
    // The page has loaded other content, so the ad of the previous content ends.
    emptied: () => player?.stop(),
  };
  const removeListeners = Object.entries(listeners).map(([name, listener]) => {
    const safe = safely(listener);
    content.addEventListener(name, safe);
    return () => content.removeEventListener(name, safe);
  });
  if (!content.paused) listeners['play']?.();
  return {
    refresh: () => undefined,
    destroy() {
      for (const end of removeListeners) end();
      player?.stop();
      if (suspendedContent) resumeContent();
    },
  };
}

/** AdCOM values: instream (1); start delay of a pre-, mid- or post-roll; playback method by mute and autoplay. */
function adcomOf(content: HTMLVideoElement, position: Position) {
  const startDelay = { pre: 0, mid: Math.round(content.currentTime), post: -2 }[position];
  return { placement: 1, startDelay, playback: content.muted ? 2 : content.autoplay ? 1 : 3 };
}
