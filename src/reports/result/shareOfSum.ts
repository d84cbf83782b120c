/** A share, 0 to 1, of a sum that arose evenly over time: a whole number, of money in nano-USD. */
export function shareOfSum(sum: bigint, share: number): bigint {
  return (sum * BigInt(Math.round(share * 1e6))) / 1_000_000n;
}
