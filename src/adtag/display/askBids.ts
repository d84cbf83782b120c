import { askText } from '../askText.ts';
import { safely } from '../safely.ts';
import { bidRequestOf } from './bidRequestOf.ts';
import { readBids, type BannerBid } from './readBids.ts';
import type { BannerWish } from './bannerWish.ts';

/** Asks for a banner; null = nobody has one. Rejects when the question fails. */
export type BidAsker = (wish: BannerWish) => Promise<BannerBid | null>;

interface Asked {
  wish: BannerWish;
  resolve: (bid: BannerBid | null) => void;
  reject: (error: unknown) => void;
}

/** Asks for the banners that are wanted at one time in one request, as far as they ask the same server in the same way. */
export function createBidAsker(): BidAsker {
  const waiting = new Map<string, Asked[]>();
  return (wish) =>
    new Promise((resolve, reject) => {
      const { base, timeoutMs, params } = wish.place;
      const key = JSON.stringify([base, timeoutMs, params]);
      const asked = waiting.get(key) ?? [];
      asked.push({ wish, resolve, reject });
      if (asked.length > 1) return;
      waiting.set(key, asked);
      setTimeout(
        safely(() => {
          waiting.delete(key);
          return askTogether(base, timeoutMs, asked);
        }),
        0,
      );
    });
}

async function askTogether(base: string, timeoutMs: number, asked: readonly Asked[]): Promise<void> {
  try {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    const request = bidRequestOf(
      id,
      asked.map(({ wish }) => wish),
    );
    const text = await askText(`${base}/openrtb2/auction`, { timeoutMs, body: JSON.stringify(request) });
    const bids = readBids(text);
    asked.forEach(({ resolve }, index) => resolve(bids.get(String(index + 1)) ?? null));
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
