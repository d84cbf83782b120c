/** Divides a whole number by weights into whole numbers that add up to it. On average each gets its exact share. */
export function apportion(total: number, weights: readonly number[], random: () => number): number[] {
  const sum = weights.reduce((before, weight) => before + weight, 0);
  if (sum <= 0) return weights.map(() => 0);
  const offset = random();
  let cumulative = 0;
  let before = 0;
  return weights.map((weight, index) => {
    cumulative += weight;
    // The last takes what is left, whatever rounding did to the sum.
    const end = index === weights.length - 1 ? total : Math.min(total, Math.floor((cumulative / sum) * total + offset));
    const part = end - before;
    before = end;
    return part;
  });
}

/** The number of `count` cases of which a share occurs: a whole number, on average the exact share. */
export function partOf(count: number, share: number, random: () => number): number {
  return Math.min(count, Math.floor(count * share + random()));
}
