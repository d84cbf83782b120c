import { callTrackers } from '../callTrackers.ts';
import type { OpenSlot, SlotFormat, SlotWork } from '../openSlot.ts';
import type { Place } from '../placeOf.ts';
import { safely } from '../safely.ts';
import type { SlotRuntime } from '../slotRuntime.ts';
import type { InstreamOptions, Position } from '../types.ts';
import { askVideo } from '../vast/askVideo.ts';
import { tagUrlOf } from '../vast/tagUrlOf.ts';
import type { VideoAd } from '../vast/types.ts';
import { openPlayer, type Player } from './openPlayer.ts';
import { coverContent } from './coverContent.ts';
import { createBreaks } from './createBreaks.ts';
import { tellFaults } from './tellFaults.ts';

/** Breaks for ads around a video of the page. */
export const instream: SlotFormat = {
  name: 'instream',
  begin(open, runtime, options) {
    const { target } = open;
    return target instanceof HTMLVideoElement ? beginInstream(target, open, runtime, options) : null;
  },
};

/** The least time that an ad server gets. */
const leastMs = 500;

function beginInstream(
  content: HTMLVideoElement,
  { tell, place, isGone }: OpenSlot,
  runtime: SlotRuntime,
  options: InstreamOptions,
): SlotWork {
  const breaks = createBreaks(options);
  let player: Player | null = null;
  let isBusy = false;
  /** While an ad plays, and before the content begins: whether the content goes on after it. */
  let held: { goesOn: boolean } | null = null;

  // Pausing what does not play yet would refuse the promise of a page that has called play().
  const pauseContent = () => {
    if (content.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) content.pause();
  };
  const hold = (goesOn: boolean) => {
    held ??= { goesOn };
    pauseContent();
  };
  const letGo = () => {
    const { goesOn } = held ?? { goesOn: false };
    held = null;
    // Where a browser refuses, the viewer presses play.
    if (goesOn && content.isConnected) content.play().catch(() => undefined);
  };

  const playAll = async (ads: readonly VideoAd[], { callsTrackers }: Place, position: Position) => {
    const cover = coverContent(content, runtime.labels().ad);
    try {
      tell('filled', { position, width: cover.host.clientWidth, height: cover.host.clientHeight });
      for (const ad of ads) {
        if (isGone()) return;
        player = openPlayer({
          ad,
          host: cover.host,
          isMuted: content.muted,
          volume: content.volume,
          canClose: false,
          labels: runtime.labels(),
          track: (urls, code) => callsTrackers && callTrackers(urls, code),
          on: {
            ready: () => undefined,
            impression: () => tell('impression', { position }),
            click: () => tell('click', { position }),
            complete: () => tell('complete', { position }),
          },
        });
        const ending = await player.ended;
        player = null;
        if (ending.kind === 'failed') tell('error', { position, code: ending.code });
        if (ending.kind === 'stopped') return;
      }
    } finally {
      cover.remove();
    }
  };

  const run = async (position: Position) => {
    if (isBusy) return;
    isBusy = true;
    const began = performance.now();
    try {
      // The content must not begin before a pre-roll; it goes on while a mid-roll is asked for.
      if (position === 'pre') hold(true);
      const where = await place();
      if (!where || isGone()) return;
      const tagUrl = tagUrlOf({
        ...where,
        page: runtime.page(),
        width: content.clientWidth,
        height: content.clientHeight,
        random: Math.random(),
        ...adcomOf(content, position),
      });
      // Whatever has been waited for, the content waits no longer than it may.
      const timeoutMs = Math.max(where.place.timeoutMs - (performance.now() - began), leastMs);
      const { ads, faults } = await askVideo(tagUrl, { ...where.place, timeoutMs, takesPods: true });
      if (isGone()) return;
      if (ads.length === 0) return tellFaults(tell, faults, { position });
      if (document.pictureInPictureElement === content) return tell('empty', { position, code: 'no_ad' });
      hold(position !== 'post');
      await playAll(ads, where.place, position);
    } finally {
      isBusy = false;
      if (held) letGo();
    }
  };

  const listeners: Record<string, () => void> = {
    play() {
      if (held) {
        held.goesOn = true;
        pauseContent();
      } else if (breaks.takePre()) safely(run)('pre');
    },
    playing: () => held && content.pause(),
    timeupdate() {
      if (!isBusy && !content.seeking && !content.paused && breaks.takeMid(content.currentTime)) safely(run)('mid');
    },
    ended: () => breaks.takePost() && safely(run)('post'),
    // The page shows something else: the ad of what was there goes away.
    emptied: () => player?.stop(),
  };
  const ends = Object.entries(listeners).map(([name, listener]) => {
    const safe = safely(listener);
    content.addEventListener(name, safe);
    return () => content.removeEventListener(name, safe);
  });
  if (!content.paused) listeners['play']?.();
  return {
    refresh: () => undefined,
    destroy() {
      for (const end of ends) end();
      player?.stop();
      if (held) letGo();
    },
  };
}

/** AdCOM's numbers: within content; before it, at a second of it or after it; by itself or by a press, with or without sound. */
function adcomOf(content: HTMLVideoElement, position: Position) {
  const startDelay = { pre: 0, mid: Math.round(content.currentTime), post: -2 }[position];
  return { placement: 1, startDelay, playback: content.muted ? 2 : content.autoplay ? 1 : 3 };
}
