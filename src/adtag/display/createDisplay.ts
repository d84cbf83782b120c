import { fireTrackers } from '../fireTrackers.ts';
import type { SlotContext, FormatHandler, SlotController } from '../openSlot.ts';
import type { SlotConfig } from '../resolveSlotConfig.ts';
import { fittingSizes, readSizes, type Size } from '../readSizes.ts';
import { safely } from '../safely.ts';
import type { SlotRuntime } from '../slotRuntime.ts';
import type { DisplayOptions } from '../types.ts';
import { watchVisibility } from '../watchVisibility.ts';
import type { BannerBidRequester } from './createBidRequester.ts';
import type { BannerBid } from './readBids.ts';
import { showBanner, type ShownBanner } from './showBanner.ts';

export function createDisplay(requestBid: BannerBidRequester): FormatHandler {
  return { name: 'display', start: (open, runtime, options) => startDisplay(open, runtime, requestBid, options) };
}

function startDisplay(
  { target, emit, slotConfig, isDestroyed }: SlotContext,
  runtime: SlotRuntime,
  requestBid: BannerBidRequester,
  options: DisplayOptions,
): SlotController {
  const originalDisplay = target.style.display;
  const refreshTimer = createRefreshTimer(safely(() => run()));
  let banner: ShownBanner | null = null;
  let isRequesting = false;

  const show = (bid: BannerBid, { base, shouldFireTrackers, refreshS }: SlotConfig) => {
    banner?.remove();
    target.style.display = originalDisplay;
    banner = showBanner(target, bid, runtime.usesHostedFrames() ? `${base}/adtag/frame.html` : null, {
      shown() {
        emit('impression');
        if (shouldFireTrackers) fireTrackers([bid.billingNoticeUrl]);
      },
      click: () => emit('click'),
    });
    emit('filled', { width: bid.width, height: bid.height });
    if (shouldFireTrackers) fireTrackers([bid.winNoticeUrl]);
    refreshTimer.begin(banner.frame, refreshS);
  };

  const showNothing = (refreshS: number) => {
    if (banner) return refreshTimer.begin(banner.frame, refreshS);
    if (options.collapse === false) refreshTimer.begin(target, refreshS);
    else target.style.display = 'none';
  };

  const run = async () => {
    if (isRequesting) return;
    isRequesting = true;
    refreshTimer.end();
    try {
      const slotRequest = await slotConfig();
      if (isDestroyed()) return;
      if (!slotRequest) return showNothing(0);
      const sizes = fittingSizes(
        sizesOf(options, slotRequest.slotConfig),
        target.clientWidth || document.documentElement.clientWidth,
      );
      const page = runtime.page();
      const bid = await requestBid({ ...slotRequest, page, sizes }).catch(() => {
        emit('error', { code: 'request_failed' });
        return null;
      });
      if (isDestroyed()) return;
      if (bid) return show(bid, slotRequest.slotConfig);
      emit('empty', { code: 'no_ad' });
      showNothing(slotRequest.slotConfig.refreshS);
    } finally {
      isRequesting = false;
    }
  };

  safely(run)();
  return {
    refresh: safely(run),
    destroy() {
      refreshTimer.end();
      banner?.remove();
      target.style.display = originalDisplay;
    },
  };
}

/** The size requested when neither the page nor the placement sets one. */
const defaultSize: Size = [300, 250];

function sizesOf({ sizes }: DisplayOptions, { width, height }: SlotConfig): readonly Size[] {
  const pageSizes = readSizes(sizes);
  if (pageSizes.length > 0) return pageSizes;
  return [width !== null && height !== null ? [width, height] : defaultSize];
}

/** Calls `run` after an element has been in view for this many seconds in total. */
function createRefreshTimer(run: () => void): { begin(element: Element, seconds: number): void; end(): void } {
  let end = (): void => undefined;
  return {
    begin(element, seconds) {
      end();
      if (seconds <= 0) return;
      let remainingMs = seconds * 1000;
      let since: number | null = null;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stopWatching = watchVisibility(element, (isInView) => {
        clearTimeout(timer);
        const now = performance.now();
        if (since !== null) remainingMs -= now - since;
        since = isInView ? now : null;
        if (isInView)
          timer = setTimeout(
            safely(() => element.isConnected && run()),
            Math.max(remainingMs, 0),
          );
      });
      end = () => {
        clearTimeout(timer);
        stopWatching();
      };
    },
    end: () => end(),
  };
}
