/** True when faults are tested completely, as in `npm run test:long`. */
const isFullSize = process.env['TEST_SIZE'] === 'full';

/** The tested cases: all of them in the long run, a part of them otherwise. */
export function fullOrReduced<T>(full: T, reduced: T): T {
  return isFullSize ? full : reduced;
}
