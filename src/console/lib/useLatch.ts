import { useState } from 'react';

/**
 * True when a condition holds or has held before. For parts that stay mounted after first use, so that they can animate
 * out.
 */
export function useLatch(isNow: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isNow);
  if (isNow && !wasTrue) setWasTrue(true);
  return isNow || wasTrue;
}
