import { isInFlight, type Flight } from '../flight.ts';
import { SlotBits } from './slotSet.ts';

/** The slots that are in flight at a time. The bits are recomputed when a flight starts or ends. */
export class FlightBits {
  readonly #bits: SlotBits;
  readonly #flights = new Map<number, Flight>();
  /** The number of times that the bits were recomputed. */
  changes = 0;
  /** The time of the bits, and the range in which they stay valid. */
  #at = 0;
  #from = -Infinity;
  #before = Infinity;

  constructor(wordCount: number) {
    this.#bits = new SlotBits(wordCount);
  }

  grow(wordCount: number): void {
    this.#bits.grow(wordCount);
  }

  put(slot: number, flight: Flight | null): void {
    if (flight === null) {
      this.#bits.set(slot, true);
      return;
    }
    this.#flights.set(slot, flight);
    this.#bits.set(slot, isInFlight(flight, this.#at));
    this.#narrow(flight.from);
    this.#narrow(flight.before);
  }

  remove(slot: number): void {
    this.#flights.delete(slot);
    this.#bits.set(slot, false);
  }

  bitsAt(now: number): SlotBits {
    if (now < this.#from || now >= this.#before) {
      this.changes += 1;
      this.#at = now;
      this.#from = -Infinity;
      this.#before = Infinity;
      for (const [slot, flight] of this.#flights) {
        this.#bits.set(slot, isInFlight(flight, now));
        this.#narrow(flight.from);
        this.#narrow(flight.before);
      }
    }
    return this.#bits;
  }

  #narrow(change: number): void {
    if (change <= this.#at) this.#from = Math.max(this.#from, change);
    else this.#before = Math.min(this.#before, change);
  }
}
