import { fillMacros } from './fillMacros.ts';

/** Pixels in flight: without a reference, a browser may collect them before the request is sent. */
const pendingPixels = new Set<HTMLImageElement>();

/** Requests each tracker as an image. `errorCode` is the value of [ERRORCODE]. */
export function fireTrackers(urls: readonly string[], errorCode?: number): void {
  for (const url of urls) {
    // Other URLs, such as about:blank, are placeholders.
    if (!/^(https?:)?\/\//i.test(url)) continue;
    const pixel = new Image();
    pendingPixels.add(pixel);
    for (const end of ['load', 'error']) pixel.addEventListener(end, () => pendingPixels.delete(pixel));
    pixel.src = fillMacros(url, { random: Math.random(), now: new Date(), errorCode });
  }
}
