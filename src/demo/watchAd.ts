import type { TaskScheduler } from './taskScheduler.ts';

/** How much of an ad a viewer sees: the share who reach each event, and when, in milliseconds after the start. */
const playbackSteps = [
  { event: 'start', share: 1, afterMs: 100 },
  { event: 'firstQuartile', share: 0.93, afterMs: 2000 },
  { event: 'midpoint', share: 0.88, afterMs: 4000 },
  { event: 'thirdQuartile', share: 0.85, afterMs: 6000 },
  { event: 'complete', share: 0.82, afterMs: 8000 },
] as const;

/** From the beginning of an ad to that of the next. */
export const adMs = 8200;

/** How an ad is watched. */
interface WatchOptions {
  schedule: TaskScheduler['schedule'];
  random: () => number;
  /** Those of the viewer. */
  headers: Record<string, string>;
  beginsInMs: number;
}

/** Watches an ad of VAST that begins in some milliseconds; whether the viewer is there at its end. */
export async function watchAd(ad: string, { schedule, random, headers, beginsInMs }: WatchOptions): Promise<boolean> {
  let markup = ad;
  const markups = [markup];
  // A wrapper is the player's to resolve.
  for (let hop = 0; hop < 5; hop += 1) {
    const next = urlsIn(markup, 'VASTAdTagURI')[0];
    if (!next) break;
    markup = await readAs(next, headers);
    markups.push(markup);
  }
  if (!markup.includes('<MediaFile')) return false;
  for (const impression of markups.flatMap((each) => urlsIn(each, 'Impression')))
    schedule(beginsInMs + 50, () => ping(impression, headers));
  const seen = random();
  for (const { event, share, afterMs } of playbackSteps) {
    if (seen > share) return false;
    const trackers = markups.flatMap((each) => urlsIn(each, 'Tracking', `event="${event}"`));
    for (const tracker of trackers) schedule(beginsInMs + afterMs, () => ping(tracker, headers));
  }
  if (random() < 0.015) {
    const clicks = markups.flatMap((each) => urlsIn(each, 'ClickTracking'));
    for (const click of clicks) schedule(beginsInMs + 3000, () => ping(click, headers));
  }
  return true;
}

/** What is read at a URL with the headers of a viewer. */
export async function readAs(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(fillPlayerMacros(url), { headers, signal: AbortSignal.timeout(10_000) });
  return answer.text();
}

/** Calls a URL with the headers of a viewer. */
export async function ping(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(fillPlayerMacros(url), { headers, signal: AbortSignal.timeout(10_000) });
  await answer.arrayBuffer();
}

function fillPlayerMacros(url: string): string {
  return url.replaceAll('[CACHEBUSTING]', '12345678').replaceAll('[ERRORCODE]', '900');
}

/** The URLs inside the elements of a name, in document order. */
function urlsIn(markup: string, element: string, attribute = ''): string[] {
  const pattern = new RegExp(
    `<${element}\\b([^>]*)>\\s*(?:<!\\[CDATA\\[)?\\s*(https?://[^\\s<\\]]+(?:\\[[A-Z]+\\][^\\s<\\]]*)*)`,
    'g',
  );
  return [...markup.matchAll(pattern)]
    .filter((match) => (match[1] ?? '').includes(attribute))
    .map((match) => (match[2] ?? '').replaceAll('&amp;', '&'));
}
