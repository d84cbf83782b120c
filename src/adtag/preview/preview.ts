import { fillMacros } from '../fillMacros.ts';
import { fetchText } from '../fetchText.ts';
import { openPlayer, type Player } from '../video/openPlayer.ts';
import { defaultLabels } from '../video/labels.ts';
import { parseXml } from '../vast/parseXml.ts';
import { readVast } from '../vast/readVast.ts';
import { resolveVast } from '../vast/resolveVast.ts';
import type { VideoAd } from '../vast/types.ts';

// Shows a creative in a frame of the console and reports the events that players would track. No tracker is called.

/** A message to the console. */
interface PreviewMessage {
  preview: 'ready' | 'event' | 'size';
  /** Of an event: its VAST name, or "ended". */
  name?: string;
  /** Seconds since playback started. */
  at?: number;
  code?: number;
  width?: number;
  height?: number;
}

const events = [
  'loaded',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'pause',
  'resume',
  'mute',
  'unmute',
  'skip',
  'close',
];
const timeoutMs = 5000;
let startedAt = 0;

function postToConsole(message: PreviewMessage): void {
  parent.postMessage(message, '*');
}

function reportEvent(name: string, code?: number): void {
  const at = startedAt === 0 ? 0 : (performance.now() - startedAt) / 1000;
  postToConsole(code === undefined ? { preview: 'event', name, at } : { preview: 'event', name, at, code });
}

/** The ad with each tracker replaced by the name of its event. */
function withNamedTrackers(ad: VideoAd): VideoAd {
  return {
    ...ad,
    impressions: ['impression'],
    errors: ['error'],
    clickTracking: ['click'],
    verificationNotExecuted: [],
    tracking: events.map((event) => ({ event, url: event, offset: '' })),
  };
}

function playVast(host: HTMLElement, vast: string): void {
  const inlineUrl = 'about:ad';
  let player: Player | null = null;
  const play = async () => {
    player?.stop();
    startedAt = performance.now();
    const { ads, faults } = await resolveVast(inlineUrl, {
      acceptsPods: false,
      fetch: (url) =>
        url === inlineUrl
          ? Promise.resolve(vast)
          : fetchText(fillMacros(url, { random: Math.random(), now: new Date() }), { timeoutMs }),
      read(text) {
        const root = parseXml(text);
        return root ? readVast(root) : { ok: false, code: 100 };
      },
    });
    const [ad] = ads;
    if (!ad) return reportEvent('error', faults[0]?.code ?? 303);
    player = openPlayer({
      ad: withNamedTrackers(ad),
      host,
      isMuted: false,
      volume: 1,
      canClose: false,
      labels: defaultLabels,
      track(urls, code) {
        for (const name of urls) reportEvent(name, code);
      },
      on: {
        ready: (width, height) => postToConsole({ preview: 'size', width, height }),
        impression: () => undefined,
        click: () => undefined,
        complete: () => undefined,
      },
    });
    await player.ended;
    return reportEvent('ended');
  };
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === parent && (data as { play?: unknown } | null)?.play === true) void play();
  });
}

/** Reports the size and the clicks of a display ad. A click inside a nested frame shows as focus moving there. */
function watchDisplay(ad: HTMLElement): void {
  const reportSize = () => postToConsole({ preview: 'size', width: ad.scrollWidth, height: ad.scrollHeight });
  startedAt = performance.now();
  new ResizeObserver(reportSize).observe(ad);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href]')) reportEvent('click');
  });
  addEventListener('blur', () => {
    if (document.activeElement instanceof HTMLIFrameElement) reportEvent('click');
  });
  addEventListener('load', () => {
    reportSize();
    reportEvent('impression');
  });
}

const player = document.getElementById('player');
const ad = document.getElementById('ad');
if (player && ad) playVast(player, (JSON.parse(ad.textContent ?? '') as { vast: string }).vast);
else if (ad) watchDisplay(ad);
postToConsole({ preview: 'ready' });
