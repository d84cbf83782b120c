import { usdFromNanos } from './money.ts';
import { roundedUsdText, usdText } from './usdText.ts';

/** Formats nano-USD as `usdText` does: 4_500_000_000n → "$4.50". Fractions of nano-USD are rounded. */
export function nanosText(nanos: bigint | number): string {
  return usdText(usdOf(nanos));
}

/**
 * Returns the format of amounts that a text compares, in nano-USD: that of `nanosText`, with as many more decimals as
 * distinguish those that differ, such as "$1.871" and "$1.874".
 */
export function comparedNanosText(compared: readonly number[]): (nanos: number) => string {
  const amounts = [...new Set(compared.map(usdOf))];
  let more = 0;
  while (more < 9 && new Set(amounts.map((usd) => roundedUsdText(usd, more))).size < amounts.length) more += 1;
  return (nanos) => roundedUsdText(usdOf(nanos), more);
}

function usdOf(nanos: bigint | number): string {
  return usdFromNanos(typeof nanos === 'bigint' ? nanos : BigInt(Math.round(nanos)));
}
