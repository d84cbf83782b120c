import type { TaskScheduler } from './taskScheduler.ts';

/** The share of viewers who reach each event, and its time in milliseconds after the start. */
const playbackSteps = [
  { event: 'start', share: 1, afterMs: 100 },
  { event: 'firstQuartile', share: 0.93, afterMs: 2000 },
  { event: 'midpoint', share: 0.88, afterMs: 4000 },
  { event: 'thirdQuartile', share: 0.85, afterMs: 6000 },
  { event: 'complete', share: 0.82, afterMs: 8000 },
] as const;

/** Milliseconds from the start of an ad to that of the next. */
export const adMs = 8200;

/** Options of watching an ad. */
interface WatchOptions {
  schedule: TaskScheduler['schedule'];
  random: () => number;
  /** Request headers of the viewer. */
  headers: Record<string, string>;
  beginsInMs: number;
}

/** Watches a VAST ad that starts after `beginsInMs`. Resolves to true when the viewer watched it to the end. */
export async function watchAd(ad: string, { schedule, random, headers, beginsInMs }: WatchOptions): Promise<boolean> {
  let markup = ad;
  const markups = [markup];
  // The player resolves wrappers, five levels at most.
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

/** Fetches a URL's text with the headers of a viewer. */
export async function readAs(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(fillPlayerMacros(url), { headers, signal: AbortSignal.timeout(10_000) });
  return answer.text();
}

/** Requests a URL with the headers of a viewer. */
export async function ping(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(fillPlayerMacros(url), { headers, signal: AbortSignal.timeout(10_000) });
  await answer.arrayBuffer();
}

function fillPlayerMacros(url: string): string {
  return url.replaceAll('[CACHEBUSTING]', '12345678').replaceAll('[ERRORCODE]', '900');
}

/** The URLs inside all elements of a name, in document order. */
function urlsIn(markup: string, element: string, attribute = ''): string[] {
  const pattern = new RegExp(
    `<${element}\\b([^>]*)>\\s*(?:<!\\[CDATA\\[)?\\s*(https?://[^\\s<\\]]+(?:\\[[A-Z]+\\][^\\s<\\]]*)*)`,
    'g',
  );
  return [...markup.matchAll(pattern)]
    .filter((match) => (match[1] ?? '').includes(attribute))
    .map((match) => (match[2] ?? '').replaceAll('&amp;', '&'));
}
