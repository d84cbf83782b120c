import { callTrackers } from '../callTrackers.ts';
import type { OpenSlot, SlotFormat, SlotWork } from '../openSlot.ts';
import type { Place } from '../placeOf.ts';
import { fitting, readSizes, type Size } from '../readSizes.ts';
import { safely } from '../safely.ts';
import type { SlotRuntime } from '../slotRuntime.ts';
import type { DisplayOptions } from '../types.ts';
import { watchView } from '../watchView.ts';
import type { BidAsker } from './askBids.ts';
import type { BannerBid } from './readBids.ts';
import { showBanner, type ShownBanner } from './showBanner.ts';

/** Banners. */
export function createDisplay(ask: BidAsker): SlotFormat {
  return { name: 'display', begin: (open, runtime, options) => beginDisplay(open, runtime, ask, options) };
}

function beginDisplay(
  { target, tell, place, isGone }: OpenSlot,
  runtime: SlotRuntime,
  ask: BidAsker,
  options: DisplayOptions,
): SlotWork {
  const shownAs = target.style.display;
  const rhythm = createRhythm(safely(() => run()));
  let banner: ShownBanner | null = null;
  let isAsking = false;

  const show = (bid: BannerBid, { base, callsTrackers, refreshS }: Place) => {
    banner?.remove();
    target.style.display = shownAs;
    banner = showBanner(target, bid, runtime.hostsFrames() ? `${base}/adtag/frame.html` : null, {
      shown() {
        tell('impression');
        if (callsTrackers) callTrackers([bid.billUrl]);
      },
      click: () => tell('click'),
    });
    tell('filled', { width: bid.width, height: bid.height });
    if (callsTrackers) callTrackers([bid.winUrl]);
    rhythm.begin(banner.frame, refreshS);
  };

  const showNothing = (refreshS: number) => {
    if (banner) return rhythm.begin(banner.frame, refreshS);
    if (options.collapse === false) rhythm.begin(target, refreshS);
    else target.style.display = 'none';
  };

  const run = async () => {
    if (isAsking) return;
    isAsking = true;
    rhythm.end();
    try {
      const asked = await place();
      if (isGone()) return;
      if (!asked) return showNothing(0);
      const sizes = fitting(sizesOf(options, asked.place), target.clientWidth || document.documentElement.clientWidth);
      const page = runtime.page();
      const bid = await ask({ ...asked, page, sizes }).catch(() => {
        tell('error', { code: 'request_failed' });
        return null;
      });
      if (isGone()) return;
      if (bid) return show(bid, asked.place);
      tell('empty', { code: 'no_ad' });
      showNothing(asked.place.refreshS);
    } finally {
      isAsking = false;
    }
  };

  safely(run)();
  return {
    refresh: safely(run),
    destroy() {
      rhythm.end();
      banner?.remove();
      target.style.display = shownAs;
    },
  };
}

/** What is asked for where neither the page nor the placement names a size. */
const usualSize: Size = [300, 250];

function sizesOf({ sizes }: DisplayOptions, { width, height }: Place): readonly Size[] {
  const given = readSizes(sizes);
  if (given.length > 0) return given;
  return [width !== null && height !== null ? [width, height] : usualSize];
}

/** Calls after an element was in view for so many seconds, all told. */
function createRhythm(run: () => void): { begin(element: Element, seconds: number): void; end(): void } {
  let end = (): void => undefined;
  return {
    begin(element, seconds) {
      end();
      if (seconds <= 0) return;
      let left = seconds * 1000;
      let since: number | null = null;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stopWatching = watchView(element, (isInView) => {
        clearTimeout(timer);
        const now = performance.now();
        if (since !== null) left -= now - since;
        since = isInView ? now : null;
        if (isInView)
          timer = setTimeout(
            safely(() => element.isConnected && run()),
            Math.max(left, 0),
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
