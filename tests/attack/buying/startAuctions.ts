import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bid, BidResponse } from '#standards/openrtb/bid/responseTypes.ts';
import { fillAuctionMacros } from '#standards/openrtb/bid/auctionMacros.ts';
import { hitName } from '../hitName.ts';
import type { Random } from '../createRandom.ts';

/** The auctions of a supplier, as the supplier knows them. */
export interface AuctionLog {
  requests: number;
  /** Requests without a complete response. */
  unanswered: number;
  /** Requests with the response 503: of a machine that starts or stops, or of a balancer without any that is ready. */
  refused: number;
  bids: number;
  wins: number;
  /** Names of the hits (`hitName`) with a response, and of those without one, which may or may not be counted. */
  acknowledged: Set<string>;
  unacknowledged: Set<string>;
  /** Responses that are neither a bid nor no bid, as "status text". */
  faults: string[];
}

/** A supplier that runs auctions one after the other until it is stopped. */
export interface RunningAuctions {
  log: AuctionLog;
  /** Stops when the impressions of all ads that won have been sent. */
  stop(): Promise<void>;
}

export interface AuctionOptions {
  /** Auctions at the same time. */
  count: number;
  random: Random;
  /** The share of bids that win. */
  winShare: number;
  /** Milliseconds within which a response is expected. */
  timeoutMs: number;
}

/** Between the win and the impression, at most. A reservation without a win notice is released later. */
const maxShowMs = 3000;
const pauseMs = 20;
/** Some notices and impressions are sent twice. */
const repeatShare = 0.2;
/** As an exchange does with notices that get no response. */
const noticeTries = 10;
const impressionUrl = /https?:\/\/[^"'<>\s]+\/e\/impression\/[\w-]+\.[\w-]+/;

/** Starts auctions of a supplier for banners. An auction ends with a win or loss notice; an ad that won is shown. */
export function startAuctions(
  adsUrl: string,
  supplierUid: string,
  { count, random, winShare, timeoutMs }: AuctionOptions,
): RunningAuctions {
  const log: AuctionLog = {
    requests: 0,
    unanswered: 0,
    refused: 0,
    bids: 0,
    wins: 0,
    acknowledged: new Set(),
    unacknowledged: new Set(),
    faults: [],
  };
  const state = { isOver: false };
  const shown = new Set<Promise<void>>();

  /** Whether the hit was acknowledged. */
  const hit = async (url: string): Promise<boolean> => {
    const name = hitName(url) ?? url;
    const status = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    const isAcknowledged = status >= 200 && status < 400;
    (isAcknowledged ? log.acknowledged : log.unacknowledged).add(name);
    return isAcknowledged;
  };
  const send = async (url: string) => {
    for (let tries = 0; tries < noticeTries; tries += 1) {
      if (await hit(url)) break;
      await pause(200);
    }
    if (random.boolean(repeatShare)) await hit(url);
  };
  const show = async (markup: string) => {
    await pause(random.below(maxShowMs));
    const [url] = impressionUrl.exec(markup) ?? [];
    if (!url) {
      log.faults.push(`an ad without impression: ${markup}`);
      return;
    }
    await send(url);
  };
  const settle = async (bid: Bid, id: string) => {
    log.bids += 1;
    const isWon = random.boolean(winShare);
    const values = {
      id,
      bidId: bid.id,
      impId: bid.impid,
      seatId: '',
      adId: bid.adid ?? '',
      currency: 'USD',
      price: isWon ? String(bid.price) : '',
      mbr: '',
      loss: isWon ? '0' : '102',
      minToWin: '',
    };
    const fill = (text = '') => fillAuctionMacros(text, values);
    if (!isWon) {
      // Some exchanges report no losses.
      if (bid.lurl && random.boolean(0.5)) await hit(fill(bid.lurl));
      return;
    }
    log.wins += 1;
    if (bid.nurl) await send(fill(bid.nurl));
    const showing = show(fill(bid.adm)).finally(() => shown.delete(showing));
    shown.add(showing);
  };
  const runAuction = async () => {
    const id = randomUUID();
    log.requests += 1;
    const request = {
      id,
      at: 1,
      tmax: 800,
      cur: ['USD'],
      imp: [{ id: '1', secure: 0, banner: { format: [{ w: 300, h: 250 }] } }],
      site: { domain: 'site.example', page: `https://site.example/${random.below(1000)}`, publisher: { id: 'pub-1' } },
      device: {
        ip: `198.51.100.${random.below(250)}`,
        ua: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
      },
    };
    const response = await fetch(`${adsUrl}/bid/${supplierUid}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-openrtb-version': '2.6' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (response.status === 204) return;
    if (response.status === 503) {
      log.refused += 1;
      return;
    }
    if (response.status !== 200) {
      log.faults.push(`${response.status} ${text}`);
      return;
    }
    const { seatbid = [] } = JSON.parse(text) as BidResponse;
    for (const bid of seatbid.flatMap((seat) => seat.bid)) await settle(bid, id);
  };

  const running = Array.from({ length: count }, async () => {
    while (!state.isOver) {
      await runAuction().catch(() => {
        log.unanswered += 1;
      });
      await pause(pauseMs + random.below(2 * pauseMs));
    }
  });
  return {
    log,
    async stop() {
      state.isOver = true;
      await Promise.all(running);
      await Promise.all(shown);
    },
  };
}
