/** Whether faults are tried at their full size, as `npm run test:long` does. */
const isFullSize = process.env['TEST_SIZE'] === 'full';

/** How much of something is tried: all of it in the long run, a part of it by the same code with each change. */
export function fullOrReduced<T>(full: T, reduced: T): T {
  return isFullSize ? full : reduced;
}
