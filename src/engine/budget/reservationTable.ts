import type { Nanos } from '#model/index.ts';

/** The state of a reserved bid: offered, won, or its impression billed but not counted yet. */
export type ReservationState = 'bid' | 'won' | 'billed';

/** Money that one ad may still cost. */
export interface Reservation {
  /** Unique within the installation. */
  adId: string;
  campaignId: number;
  price: Nanos;
  state: ReservationState;
  /** In milliseconds since the epoch. */
  bidAt: number;
  /** When it expires, unless it is billed. */
  endsAt: number;
  /** The latest time at which its impression may be billed, once it is won. */
  until: number;
  /** When it was billed; 0 = not yet. */
  billedAt: number;
}

/** All reservations of a node: found by ad, and removed when they expire. */
export interface ReservationTable {
  get(adId: string): Reservation | undefined;
  put(reservation: Reservation): void;
  remove(adId: string): void;
  /** Removes and returns the reservations that have expired at `now`. */
  takeEnded(now: number): Reservation[];
  /** Removes and returns those that were billed up to a time. */
  takeBilled(upTo: number): Reservation[];
  all(): Iterable<Reservation>;
}

/** Creates an empty table. */
export function createReservationTable(): ReservationTable {
  const reservations = new Map<string, Reservation>();
  // By the second in which they expire. A reservation whose expiry has changed since is skipped.
  const ending = new Map<number, string[]>();
  let sweptTo = Infinity;
  let billed: Reservation[] = [];

  return {
    get: (adId) => reservations.get(adId),
    put(reservation) {
      reservations.set(reservation.adId, reservation);
      if (reservation.state === 'billed') {
        billed.push(reservation);
        return;
      }
      const second = Math.ceil(reservation.endsAt / 1000);
      const found = ending.get(second);
      if (found) found.push(reservation.adId);
      else ending.set(second, [reservation.adId]);
      sweptTo = Math.min(sweptTo, second);
    },
    remove: (adId) => void reservations.delete(adId),
    takeEnded(now) {
      const ended: Reservation[] = [];
      const last = Math.floor(now / 1000);
      const seconds = last - sweptTo > ending.size ? [...ending.keys()].filter((each) => each <= last) : null;
      const sweep = (second: number) => {
        for (const adId of ending.get(second) ?? []) {
          const reservation = reservations.get(adId);
          if (!reservation || reservation.state === 'billed' || reservation.endsAt > now) continue;
          reservations.delete(adId);
          ended.push(reservation);
        }
        ending.delete(second);
      };
      if (seconds) for (const second of seconds) sweep(second);
      else for (let second = sweptTo; second <= last; second += 1) sweep(second);
      if (sweptTo <= last) sweptTo = ending.size === 0 ? Infinity : last + 1;
      return ended;
    },
    takeBilled(upTo) {
      const taken: Reservation[] = [];
      billed = billed.filter((reservation) => {
        if (reservations.get(reservation.adId) !== reservation) return false;
        if (reservation.billedAt > upTo) return true;
        reservations.delete(reservation.adId);
        taken.push(reservation);
        return false;
      });
      return taken;
    },
    all: () => reservations.values(),
  };
}
