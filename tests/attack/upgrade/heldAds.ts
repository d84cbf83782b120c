import { hitName } from '../hitName.ts';
import { emptyTrafficLog, type TrafficLog } from '../trafficLog.ts';

/** Ads that were served at some time, whose impressions are sent again and again. */
export interface HeldAds {
  log: TrafficLog;
  /** Requests ads and sends the impression of every other one. */
  request(adsUrl: string, channelUid: string, count: number): Promise<void>;
  /** Sends the impressions of all ads twice, to ad serving at another address if one is given. */
  replay(adsUrl?: string): Promise<void>;
}

const impressionUrl = /https?:\/\/[^\]"<>\s]+\/e\/impression\/[\w-]+\.[\w-]+/;

/** Holds no ads yet. */
export function holdAds(): HeldAds {
  const log = emptyTrafficLog();
  const urls: string[] = [];
  const send = async (url: string) => {
    const name = hitName(url) ?? '';
    const isAnswered = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
    (isAnswered ? log.acknowledged : log.unanswered).add(name);
    if (!isAnswered) log.aborted += 1;
  };
  return {
    log,
    async request(adsUrl, channelUid, count) {
      for (let index = 0; index < count; index += 1) {
        log.requests += 1;
        const markup = await (await fetch(`${adsUrl}/vast/${channelUid}`)).text();
        log.answered += 1;
        const [url] = impressionUrl.exec(markup) ?? [];
        if (url === undefined) throw new Error(`No ad: ${markup.slice(0, 200)}`);
        urls.push(url);
        log.ads.add(hitName(url)?.split(' ')[0] ?? '');
        if (index % 2 === 0) await send(url);
      }
    },
    async replay(adsUrl) {
      for (const url of urls) {
        const target = adsUrl === undefined ? url : `${adsUrl}${new URL(url).pathname}`;
        await Promise.all([send(target), send(target)]);
      }
    },
  };
}
