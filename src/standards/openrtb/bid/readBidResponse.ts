import type { BidFault } from './bidFault.ts';
import { bidShapeFault, isSafeJson } from './bidShape.ts';
import { isObject } from '../fieldChecks.ts';
import type { Bid, BidResponse, SeatBid } from './responseTypes.ts';

/** A response with its defaults. Seats without bids are removed. */
export type ReceivedBids = BidResponse & { seatbid: SeatBid[]; cur: string };

/** An invalid bid: the known fields, for counting it and notifying its sender. */
export interface DroppedBid {
  seat: string | undefined;
  id: string | undefined;
  impid: string | undefined;
  lurl: string | undefined;
  fault: BidFault;
}

/** A bidder's response. `fault` describes an invalid response for people; `nbr` is OpenRTB's no-bid reason. */
export type ParsedBidResponse =
  | { kind: 'bids'; response: ReceivedBids; droppedBids: DroppedBid[] }
  | { kind: 'no_bid'; nbr: number | null }
  | { kind: 'invalid'; fault: string };

/** Far more bids than a bidder offers for one imp. */
const defaultMaxBids = 200;

/**
 * Reads the body of a response to the request `requestId`; '' is the body of a 204. Every form of no-bid is accepted
 * and unknown fields are preserved. Responses with more than `maxBids` bids are rejected. Invalid bids are dropped one
 * by one, or with all others of a group that wins or loses as a whole, so `bids` may be empty. Faults are those of 2.4
 * that need no request; validateBid checks the others.
 */
export function readBidResponse(text: string, requestId: string, maxBids = defaultMaxBids): ParsedBidResponse {
  const body = text.trim();
  if (body === '') return { kind: 'no_bid', nbr: null };
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return invalid('The response is not JSON');
  }
  if (!isObject(json)) return invalid('The response is not a JSON object');
  if (!isSafeJson(json)) return invalid('The response is nested too deeply or contains a forbidden key');
  return readObject(json, requestId, maxBids);
}

function invalid(fault: string): ParsedBidResponse {
  return { kind: 'invalid', fault };
}

function readObject(json: Record<string, unknown>, requestId: string, maxBids: number): ParsedBidResponse {
  const { id, seatbid, cur, nbr } = json;
  if (id != null && id !== requestId) return invalid('id does not match the request');
  if (seatbid != null && !Array.isArray(seatbid)) return invalid('seatbid is not an array');
  const seats: unknown[] = seatbid ?? [];
  let count = 0;
  for (const [index, seat] of seats.entries()) {
    const fault = seatFault(seat);
    if (fault !== null) return invalid(`seatbid[${index}]${fault}`);
    count += (seat as SeatBid).bid.length;
    if (count > maxBids) return invalid(`The response has more than ${maxBids} bids`);
  }
  if (count === 0) return { kind: 'no_bid', nbr: Number.isInteger(nbr) ? (nbr as number) : null };
  if (id == null) return invalid('id is missing');
  const currency = cur ?? 'USD';
  if (typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency)) return invalid('cur is not a currency code');
  json['cur'] = currency.toUpperCase();
  if (typeof json['bidid'] !== 'string') json['bidid'] = undefined;
  if (!isObject(json['ext'])) json['ext'] = undefined;
  const droppedBids: DroppedBid[] = [];
  json['seatbid'] = (seats as SeatBid[]).filter((seat) => filterBids(seat, droppedBids));
  return { kind: 'bids', response: json as unknown as ReceivedBids, droppedBids };
}

/**
 * Validates and normalizes a seat, except for the fields of its bids. Returns the fault as the end of a sentence that
 * names the seat.
 */
function seatFault(seat: unknown): string | null {
  if (!isObject(seat)) return ' is not an object';
  if (seat['bid'] == null) seat['bid'] = [];
  if (!Array.isArray(seat['bid'])) return '.bid is not an array';
  if (seat['seat'] === null) seat['seat'] = undefined;
  if (seat['seat'] !== undefined && typeof seat['seat'] !== 'string') return '.seat is not a string';
  if (seat['group'] != null && typeof seat['group'] !== 'number') return '.group is not a number';
  if (!isObject(seat['ext'])) seat['ext'] = undefined;
  return null;
}

/** Removes the invalid bids of a seat. False when none is left. */
function filterBids(seatbid: SeatBid, droppedBids: DroppedBid[]): boolean {
  const { bid: bids, seat, group } = seatbid;
  const before = droppedBids.length;
  const validBids: Bid[] = [];
  for (const bid of bids as unknown[]) {
    const fault = isObject(bid) ? bidShapeFault(bid) : 'malformed';
    if (fault === null) validBids.push(bid as Bid);
    else droppedBids.push(dropped(bid, seat, fault));
  }
  if (group === 1 && droppedBids.length > before) {
    for (const bid of validBids) droppedBids.push(dropped(bid, seat, 'group_fallen'));
    validBids.length = 0;
  }
  seatbid.bid = validBids;
  return validBids.length > 0;
}

function dropped(bid: unknown, seat: string | undefined, fault: BidFault): DroppedBid {
  const { id, impid, lurl } = isObject(bid) ? bid : {};
  return { seat, id: textOf(id), impid: textOf(impid), lurl: textOf(lurl), fault };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
