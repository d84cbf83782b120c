import { nanosFromUsd } from '#model/index.ts';

const amount = /^\d{1,6}(\.\d{1,4})?$/;

/** Whether an amount as it is typed lies below another; false while it is none. */
export function isBelow(typed: string, floor: string): boolean {
  const plain = typed.trim();
  return amount.test(plain) && amount.test(floor) && nanosFromUsd(plain) < nanosFromUsd(floor);
}
