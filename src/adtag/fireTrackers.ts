import { fillMacros } from './fillMacros.ts';

/** Pictures on their way: a browser may drop those that nobody holds. */
const pendingPixels = new Set<HTMLImageElement>();

/** Calls trackers as pictures, each once. `errorCode`: what [ERRORCODE] stands for. */
export function fireTrackers(urls: readonly string[], errorCode?: number): void {
  for (const url of urls) {
    // Others, such as about:blank, stand for nothing.
    if (!/^(https?:)?\/\//i.test(url)) continue;
    const pixel = new Image();
    pendingPixels.add(pixel);
    for (const end of ['load', 'error']) pixel.addEventListener(end, () => pendingPixels.delete(pixel));
    pixel.src = fillMacros(url, { random: Math.random(), now: new Date(), errorCode });
  }
}
