import { randomBytes } from 'node:crypto';
import { setTimeout as pauseFor } from 'node:timers/promises';
import { Client } from 'undici';
import { newServeId } from '#events/token/token.ts';
import type { Config } from '../../config.ts';
import { openServing, type ServingStores } from '../openServing.ts';
import { rehearsalRequests, type RehearsalRequest } from './rehearsalRequests.ts';
import { rehearsalStores } from './rehearsalStores.ts';
import { startRehearsalBidders } from './startRehearsalBidders.ts';

/** Work between two pauses, in ms: in a pause the process answers its clients, and overload protection sees it idle. */
const sliceMs = 10;
const pauseMs = 1;
/** On a busy machine the rehearsal lasts longer, at most by this factor. */
const maxLengthening = 3;
/** Hits per ad. */
const maxHits = 2;

/**
 * Serves ads of its own to itself for REHEARSAL_MS of CPU time, so that the code is compiled before the first real
 * request. It is a second ad server in the process, with stores and a secret of its own, on a port that only it knows.
 * 0 = no rehearsal. Resolves early when `signal` fires.
 */
export async function rehearse(
  config: Config,
  { locate }: Pick<ServingStores, 'locate'>,
  signal: AbortSignal,
): Promise<void> {
  if (config.REHEARSAL_MS === 0) return;
  const startedAt = performance.now();
  const cpuAtStart = process.cpuUsage();
  const secret = randomBytes(32).toString('hex');
  const bidders = await startRehearsalBidders();
  const stores = rehearsalStores({ locate, secret, biddersUrl: bidders.url });
  const clock = { now: Date.now, random: Math.random, newServeId };
  const address = { host: '127.0.0.1', port: 0 };
  const serving = await openServing({ ...config, secret, TRACE_SHARE: 0 }, stores, clock, address).catch(
    (error: unknown) => {
      bidders.close();
      throw error;
    },
  );
  const client = new Client(`http://127.0.0.1:${serving.port}`);
  const isOver = () => {
    const { user, system } = process.cpuUsage(cpuAtStart);
    const isLate = performance.now() - startedAt >= maxLengthening * config.REHEARSAL_MS;
    return signal.aborted || isLate || (user + system) / 1000 >= config.REHEARSAL_MS;
  };
  let pausedAt = performance.now();
  const send = async ({ path, body }: RehearsalRequest): Promise<string> => {
    const response = await client.request({ path, ...(body ? { method: 'POST', body } : { method: 'GET' }) });
    const text = await response.body.text();
    if (performance.now() - pausedAt > sliceMs) {
      await pauseFor(pauseMs);
      pausedAt = performance.now();
    }
    return text;
  };
  try {
    for (let round = 0; !isOver(); round += 1) {
      for (const request of rehearsalRequests(round)) {
        if (isOver()) break;
        for (const path of hitsIn(await send(request), config.ADS_URL)) await send({ path });
      }
    }
  } finally {
    await client.destroy();
    await serving.close();
    await stores.bids.close();
    bidders.close();
  }
}

/** Paths of the first tracking URLs in a response. */
function hitsIn(text: string, adsUrl: string): string[] {
  const paths: string[] = [];
  for (let at = text.indexOf(`${adsUrl}/e/`); at >= 0 && paths.length < maxHits;) {
    const url = /^[^\s"'\\<>\]]+/.exec(text.slice(at))?.[0] ?? '';
    paths.push(url.slice(adsUrl.length));
    at = text.indexOf(`${adsUrl}/e/`, at + url.length);
  }
  return paths;
}
