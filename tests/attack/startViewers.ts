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
}

const trackingUrl = /https?:\/\/[^\]"<>\s]+\/e\/(\w+)\/[\w-]+\.[\w-]+/g;

/** Starts viewers that request ads of one channel one after the other, and send each event of an ad once or twice. */
export function startViewers(
  adsUrl: string,
  channelUid: string,
  { count, random, timeoutMs = 5000 }: ViewerOptions,
): Viewers {
  const log = emptyTrafficLog();
  const traffic = { isOver: false };

  /** The body of a successful response; null if none arrived. */
  const send = async (method: 'GET' | 'POST', url: string): Promise<string | null> => {
    try {
      const answer = await fetch(url, { method, signal: AbortSignal.timeout(timeoutMs) });
      const text = await answer.text();
      if (answer.status >= 500) {
        log.faults.push(`${method} ${new URL(url).pathname.slice(0, 40)}: ${answer.status} ${text}`);
      }
      return answer.ok ? text : null;
    } catch {
      log.aborted += 1;
      return null;
    }
  };

  const sendEvents = async (markup: string) => {
    for (const [url, event] of markup.matchAll(trackingUrl)) {
      const name = hitName(url);
      if (event === 'error' || name === null) continue;
      log.ads.add(name.split(' ')[0] ?? '');
      if (event !== 'impression' && random.boolean(0.5)) continue;
      // Some players send an event twice.
      for (let time = 0; time < 1 + random.below(2); time += 1) {
        const answer = await send(random.boolean(0.3) ? 'POST' : 'GET', url);
        (answer === null ? log.unanswered : log.acknowledged).add(name);
      }
    }
  };

  const viewers = Array.from({ length: count }, async () => {
    while (!traffic.isOver) {
      log.requests += 1;
      const markup = await send('GET', `${adsUrl}/vast/${channelUid}`);
      await pause(10 + random.below(40));
      if (markup === null) continue;
      log.answered += 1;
      await sendEvents(markup);
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
