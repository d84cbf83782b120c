import type { Offered } from '../auction/types.ts';
import type { KnownResponse } from './responsePool.ts';

/** Rewrites a bid response to another request for this one: its id and its imp id. */
export function responseTextFor(text: string, from: KnownResponse['offered'], to: Offered): string {
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch {
    return text;
  }
  if (!isObject(response)) return text;
  const imp = from?.imp['id'];
  const impId = typeof imp === 'string' ? imp : '';
  const seats: unknown = response['seatbid'];
  return JSON.stringify({
    ...response,
    ...(response['id'] === undefined ? {} : { id: to.request.id }),
    ...(Array.isArray(seats) ? { seatbid: seats.map((seat: unknown) => seatFor(seat, impId, to.imp.id)) } : {}),
  });
}

function seatFor(seat: unknown, from: string, to: string): unknown {
  if (!isObject(seat) || !Array.isArray(seat['bid'])) return seat;
  return {
    ...seat,
    bid: seat['bid'].map((bid: unknown) => {
      const named = isObject(bid) ? bid['impid'] : undefined;
      if (!isObject(bid) || typeof named !== 'string') return bid;
      // Slots of a pod have ids of their own: "1:2".
      const isOurs = named === from || named.startsWith(`${from}:`);
      return isOurs ? { ...bid, impid: to + named.slice(from.length) } : bid;
    }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
