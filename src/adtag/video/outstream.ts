import { callTrackers } from '../callTrackers.ts';
import type { OpenSlot, SlotFormat, SlotWork } from '../openSlot.ts';
import type { Place } from '../placeOf.ts';
import { safely } from '../safely.ts';
import type { SlotRuntime } from '../slotRuntime.ts';
import type { OutstreamOptions } from '../types.ts';
import { askVideo } from '../vast/askVideo.ts';
import { tagUrlOf } from '../vast/tagUrlOf.ts';
import type { VideoAd } from '../vast/types.ts';
import { onceNear, watchView } from '../watchView.ts';
import { createHost } from './createHost.ts';
import { openPlayer, type Player } from './openPlayer.ts';
import { tellFaults } from './tellFaults.ts';

/** AdCOM's numbers: a video without content, its place unknown beforehand, muted when it comes into view. */
const asked = { placement: 4, startDelay: 0, playback: 6 };

/** A video ad by itself: it appears when its target comes near the view, plays muted in view, and goes away. */
export const outstream: SlotFormat = { name: 'outstream', begin: beginOutstream };

function beginOutstream(
  { target, tell, place, isGone }: OpenSlot,
  runtime: SlotRuntime,
  options: OutstreamOptions,
): SlotWork {
  let player: Player | null = null;
  let isBusy = false;
  let stopWaiting = (): void => undefined;

  const play = async (ad: VideoAd, { callsTrackers, width }: Place) => {
    const file = ad.files[0];
    const host = createHost(runtime.labels().ad);
    host.style.maxWidth = `${options.width ?? width ?? 10_000}px`;
    const shape = (w: number, h: number) => void (host.style.aspectRatio = `${w || 16} / ${h || 9}`);
    shape(file?.width ?? 0, file?.height ?? 0);
    target.append(host);
    const running = openPlayer({
      ad,
      host,
      isMuted: true,
      volume: 1,
      canClose: true,
      labels: runtime.labels(),
      track: (urls, code) => callsTrackers && callTrackers(urls, code),
      on: {
        ready: shape,
        impression: () => tell('impression'),
        click: () => tell('click'),
        complete: () => tell('complete'),
      },
    });
    player = running;
    running.setHeld(true);
    tell('filled', { width: host.clientWidth, height: host.clientHeight });
    const stopWatching = watchView(host, (isInView) => running.setHeld(!isInView));
    const ending = await running.ended;
    stopWatching();
    host.remove();
    player = null;
    if (ending.kind === 'failed') tell('error', { code: ending.code });
  };

  const run = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      const where = await place();
      if (!where || isGone()) return;
      const width = Math.min(target.clientWidth || 640, options.width ?? where.place.width ?? Infinity);
      const tagUrl = tagUrlOf({
        ...where,
        ...asked,
        page: runtime.page(),
        width,
        height: where.place.height ?? (width * 9) / 16,
        random: Math.random(),
      });
      const { ads, faults } = await askVideo(tagUrl, { ...where.place, takesPods: false });
      if (isGone()) return;
      const [ad] = ads;
      if (ad) await play(ad, where.place);
      else tellFaults(tell, faults);
      waitForNext(where.place.refreshS);
    } finally {
      isBusy = false;
    }
  };
  const runOnceNear = () => {
    stopWaiting();
    stopWaiting = onceNear(target, safely(run));
  };
  const waitForNext = (seconds: number) => {
    if (seconds <= 0 || isGone()) return;
    const timer = setTimeout(
      safely(() => target.isConnected && runOnceNear()),
      seconds * 1000,
    );
    stopWaiting = () => clearTimeout(timer);
  };

  runOnceNear();
  return {
    refresh: runOnceNear,
    destroy() {
      stopWaiting();
      player?.stop();
    },
  };
}
