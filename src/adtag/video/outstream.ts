import { fireTrackers } from '../fireTrackers.ts';
import type { SlotContext, FormatHandler, SlotController } from '../openSlot.ts';
import type { SlotConfig } from '../resolveSlotConfig.ts';
import { safely } from '../safely.ts';
import type { SlotRuntime } from '../slotRuntime.ts';
import type { OutstreamOptions } from '../types.ts';
import { fetchVideoAds } from '../vast/fetchVideoAds.ts';
import { tagUrlOf } from '../vast/tagUrlOf.ts';
import type { VideoAd } from '../vast/types.ts';
import { whenNearViewport, watchVisibility } from '../watchVisibility.ts';
import { createHost } from './createHost.ts';
import { openPlayer, type Player } from './openPlayer.ts';
import { emitFaults } from './emitFaults.ts';

/**
 * AdCOM values: standalone video without content (4), pre-roll (0), starts on entering the viewport with sound off (6).
 */
const adcomValues = { placement: 4, startDelay: 0, playback: 6 };

/**
 * A standalone video ad: it loads when its target is near the viewport, plays muted while in view, and is removed at
 * the end.
 */
export const outstream: FormatHandler = { name: 'outstream', start: startOutstream };

function startOutstream(
  { target, emit, slotConfig, isDestroyed }: SlotContext,
  runtime: SlotRuntime,
  options: OutstreamOptions,
): SlotController {
  let player: Player | null = null;
  let isBusy = false;
  let stopWaiting = (): void => undefined;

  const play = async (ad: VideoAd, { shouldFireTrackers, width }: SlotConfig) => {
    const file = ad.files[0];
    const host = createHost(runtime.labels().ad);
    host.style.maxWidth = `${options.width ?? width ?? 10_000}px`;
    const setAspectRatio = (w: number, h: number) => void (host.style.aspectRatio = `${w || 16} / ${h || 9}`);
    setAspectRatio(file?.width ?? 0, file?.height ?? 0);
    target.append(host);
    const activePlayer = openPlayer({
      ad,
      host,
      isMuted: true,
      volume: 1,
      canClose: true,
      labels: runtime.labels(),
      track: (urls, code) => shouldFireTrackers && fireTrackers(urls, code),
      on: {
        ready: setAspectRatio,
        impression: () => emit('impression'),
        click: () => emit('click'),
        complete: () => emit('complete'),
      },
    });
    player = activePlayer;
    activePlayer.setPausedByOwner(true);
    emit('filled', { width: host.clientWidth, height: host.clientHeight });
    const stopWatching = watchVisibility(host, (isInView) => activePlayer.setPausedByOwner(!isInView));
    const ending = await activePlayer.ended;
    stopWatching();
    host.remove();
    player = null;
    if (ending.kind === 'failed') emit('error', { code: ending.code });
  };

  const run = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      const slotRequest = await slotConfig();
      if (!slotRequest || isDestroyed()) return;
      const width = Math.min(target.clientWidth || 640, options.width ?? slotRequest.slotConfig.width ?? Infinity);
      const tagUrl = tagUrlOf({
        ...slotRequest,
        ...adcomValues,
        page: runtime.page(),
        width,
        height: slotRequest.slotConfig.height ?? (width * 9) / 16,
        random: Math.random(),
      });
      const { ads, faults } = await fetchVideoAds(tagUrl, { ...slotRequest.slotConfig, acceptsPods: false });
      if (isDestroyed()) return;
      const [ad] = ads;
      if (ad) await play(ad, slotRequest.slotConfig);
      else emitFaults(emit, faults);
      waitForNext(slotRequest.slotConfig.refreshS);
    } finally {
      isBusy = false;
    }
  };
  const runWhenNear = () => {
    stopWaiting();
    stopWaiting = whenNearViewport(target, safely(run));
  };
  const waitForNext = (seconds: number) => {
    if (seconds <= 0 || isDestroyed()) return;
    const timer = setTimeout(
      safely(() => target.isConnected && runWhenNear()),
      seconds * 1000,
    );
    stopWaiting = () => clearTimeout(timer);
  };

  runWhenNear();
  return {
    refresh: runWhenNear,
    destroy() {
      stopWaiting();
      player?.stop();
    },
  };
}
