import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './createRandom.ts';
import { hitName } from './hitName.ts';
import { emptyTrafficLog, type TrafficLog } from './trafficLog.ts';

/** Viewers that request ads and send their events until they are stopped. */
export interface Viewers {
  log: TrafficLog;
  stop(): Promise<void>;
}

/** Behavior of viewers. */
export interface ViewerOptions {
  count: number;
  random: Random;
  /** Timeout of a response: longer than any response takes if no process is killed. */
  timeoutMs?: number;
  /** Minimum pause after an ad request; the mean is three times as long. */
  pauseMs?: number;
  /** Parameters of each ad request. */
  query?: () => string;
  /** Number of ads that are shown later: when a request gets no ad. Default: none. */
  lateAds?: number;
}

interface Answer {
  status: number;
  text: string;
  ms: number;
}

const trackingUrl = /https?:\/\/[^\]"<>\s]+\/e\/(\w+)\/[\w-]+\.[\w-]+/g;

/** Starts viewers that request ads of one channel one after the other, and send each event of an ad once or twice. */
export function startViewers(
  adsUrl: string,
  channelUid: string,
  { count, random, timeoutMs = 5000, pauseMs = 10, query, lateAds = 0 }: ViewerOptions,
): Viewers {
  const log = emptyTrafficLog();
  const late: string[] = [];
  const traffic = { isOver: false };

  /** Status and body of a response; null if none arrived. */
  const send = async (method: 'GET' | 'POST', url: string): Promise<Answer | null> => {
    const sentAt = performance.now();
    try {
      const response = await fetch(url, { method, signal: AbortSignal.timeout(timeoutMs) });
      const answer = { status: response.status, text: await response.text(), ms: performance.now() - sentAt };
      if (answer.status >= 500) {
        log.faults.push(`${method} ${new URL(url).pathname.slice(0, 40)}: ${answer.status} ${answer.text}`);
      }
      return answer;
    } catch {
      log.aborted += 1;
      return null;
    }
  };

  const requestAd = async (): Promise<string | null> => {
    const { period } = log;
    log.requests += 1;
    const answer = await send('GET', `${adsUrl}/vast/${channelUid}${query ? `?${query()}` : ''}`);
    if (!answer) {
      period.unanswered += 1;
      return null;
    }
    period.longestMs = Math.max(period.longestMs, answer.ms);
    const isValid = answer.status === 200 && answer.text.includes('<VAST');
    if (!isValid) period.invalid += 1;
    else if (answer.text.includes('<Impression')) period.ads += 1;
    else period.noAds += 1;
    return answer.status < 400 ? answer.text : null;
  };

  const sendHit = async (url: string, name: string): Promise<void> => {
    const { period } = log;
    const answer = await send(random.boolean(0.3) ? 'POST' : 'GET', url);
    if (!answer) {
      period.unansweredHits += 1;
      log.unanswered.add(name);
      return;
    }
    period.longestHitMs = Math.max(period.longestHitMs, answer.ms);
    if (answer.status < 400) {
      period.hits += 1;
      log.acknowledged.add(name);
      return;
    }
    period.refusedHits += 1;
    (answer.status === 503 ? log.refused : log.unanswered).add(name);
  };

  const sendEvents = async (markup: string) => {
    for (const [url, event] of markup.matchAll(trackingUrl)) {
      const name = hitName(url);
      if (event === 'error' || name === null) continue;
      log.ads.add(name.split(' ')[0] ?? '');
      if (event !== 'impression' && random.boolean(0.5)) continue;
      // Some players send an event twice.
      for (let time = 0; time < 1 + random.below(2); time += 1) await sendHit(url, name);
    }
  };

  const viewers = Array.from({ length: count }, async () => {
    while (!traffic.isOver) {
      const markup = await requestAd();
      await pause(pauseMs + random.below(4 * pauseMs));
      if (markup === null) continue;
      log.answered += 1;
      if (!markup.includes('<Impression')) await sendEvents(late.shift() ?? '');
      else if (late.length < lateAds) late.push(markup);
      else await sendEvents(markup);
    }
  });
  return {
    log,
    async stop() {
      traffic.isOver = true;
      await Promise.all(viewers);
    },
  };
}
