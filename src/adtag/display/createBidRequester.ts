import { fetchText } from '../fetchText.ts';
import { safely } from '../safely.ts';
import { bidRequestOf } from './bidRequestOf.ts';
import { readBids, type BannerBid } from './readBids.ts';
import type { BannerRequest } from './bannerRequest.ts';

/** Requests a bid for a banner; null = no bid. Rejects when the request fails. */
export type BannerBidRequester = (banner: BannerRequest) => Promise<BannerBid | null>;

interface PendingBanner {
  banner: BannerRequest;
  resolve: (bid: BannerBid | null) => void;
  reject: (error: unknown) => void;
}

/** Requests the banners of one tick in a single bid request per ad server, timeout and set of parameters. */
export function createBidRequester(): BannerBidRequester {
  const batches = new Map<string, PendingBanner[]>();
  return (banner) =>
    new Promise((resolve, reject) => {
      const { base, timeoutMs, params } = banner.slotConfig;
      const key = JSON.stringify([base, timeoutMs, params]);
      const pending = batches.get(key) ?? [];
      pending.push({ banner, resolve, reject });
      if (pending.length > 1) return;
      batches.set(key, pending);
      setTimeout(
        safely(() => {
          batches.delete(key);
          return requestBatch(base, timeoutMs, pending);
        }),
        0,
      );
    });
}

async function requestBatch(base: string, timeoutMs: number, pending: readonly PendingBanner[]): Promise<void> {
  try {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    const request = bidRequestOf(
      id,
      pending.map(({ banner }) => banner),
    );
    const text = await fetchText(`${base}/openrtb2/auction`, { timeoutMs, body: JSON.stringify(request) });
    const bids = readBids(text);
    pending.forEach(({ resolve }, index) => resolve(bids.get(String(index + 1)) ?? null));
  } catch (error) {
    for (const { reject } of pending) reject(error);
  }
}
