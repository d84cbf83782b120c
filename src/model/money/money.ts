/** A decimal USD amount as text, exact to the nano-dollar: the form of money in the API and in forms ("2.50"). */
export type Usd = string;

/** An amount of one event in nano-USD (1e-9 USD), a safe integer: no event exceeds nine million dollars. */
export type Nanos = number;

const nanosPerUsd = 1_000_000_000n;

/** Parses decimal USD text to nano-USD. Throws a RangeError on anything but plain decimals of at most nine places. */
export function nanosFromUsd(usd: Usd): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(usd);
  if (!match) throw new RangeError(`not a USD amount: ${usd}`);
  const magnitude = BigInt(match[2] ?? '0') * nanosPerUsd + BigInt((match[3] ?? '').padEnd(9, '0'));
  return match[1] === '-' ? -magnitude : magnitude;
}

/** Formats nano-USD as the shortest exact decimal with at least two places: 2_500_000_000n → "2.50". */
export function usdFromNanos(nanos: bigint): Usd {
  const magnitude = nanos < 0n ? -nanos : nanos;
  const fraction = (magnitude % nanosPerUsd)
    .toString()
    .padStart(9, '0')
    .replace(/0{1,7}$/, '');
  return `${nanos < 0n ? '-' : ''}${magnitude / nanosPerUsd}.${fraction}`;
}

/** The price of one impression at a CPM, in nano-USD, rounded down. */
export function nanosPerImpression(cpm: Usd): Nanos {
  return Number(nanosFromUsd(cpm) / 1000n);
}

/**
 * A share of an amount in basis points (70 % = 7000), rounded down to the nano-dollar: the only rounding rule of the
 * product.
 */
export function shareOf(nanos: Nanos, basisPoints: number): Nanos {
  return Number((BigInt(nanos) * BigInt(basisPoints)) / 10_000n);
}
