/** Rates are tried up to this p99, in milliseconds. */
const maxP99 = 50;

/**
 * The highest rate per second whose open load has a p99 below 50 ms and no failure, in steps of a tenth of `most`; 0
 * when none has.
 */
export async function findRate(
  run: (rate: number) => Promise<{ p99: number; failures: number }>,
  most: number,
): Promise<number> {
  for (let share = 1; share > 0.1; share -= 0.1) {
    const { p99, failures } = await run(most * share);
    if (p99 < maxP99 && failures === 0) return most * share;
  }
  return 0;
}
