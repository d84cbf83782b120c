import { fillMacros } from './fillMacros.ts';

/** Pictures on their way: a browser may drop those that nobody holds. */
const onTheirWay = new Set<HTMLImageElement>();

/** Calls trackers as pictures, each once. `errorCode`: what [ERRORCODE] stands for. */
export function callTrackers(urls: readonly string[], errorCode?: number): void {
  for (const url of urls) {
    // Others, such as about:blank, stand for nothing.
    if (!/^(https?:)?\/\//i.test(url)) continue;
    const picture = new Image();
    onTheirWay.add(picture);
    for (const end of ['load', 'error']) picture.addEventListener(end, () => onTheirWay.delete(picture));
    picture.src = fillMacros(url, { random: Math.random(), now: new Date(), errorCode });
  }
}
