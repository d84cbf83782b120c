import type { Fault } from '#model/index.ts';
import { type Rejection, reject } from './route.ts';

/** Codes of faults caused by a concurrent write: the same call could have succeeded before it. */
const conflicts: readonly string[] = ['taken', 'changed_since'];

/** Rejects a write for its faults: 409 when all of them are conflicts with another write, else 422. */
export function rejectFaults(faults: Fault[]): Rejection<409 | 422> {
  return reject(faults.every(({ code }) => conflicts.includes(code)) ? 409 : 422, faults);
}
