import { nanosFromUsd } from '#model/index.ts';

const amount = /^\d{1,6}(\.\d{1,4})?$/;

/** True when a typed amount is below another; false while it is not a valid amount. */
export function isBelow(typed: string, floor: string): boolean {
  const plain = typed.trim();
  return amount.test(plain) && amount.test(floor) && nanosFromUsd(plain) < nanosFromUsd(floor);
}
