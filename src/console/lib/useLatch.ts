import { useState } from 'react';

/** Whether something is so, or has been so before: what was needed once stays, so that it can go in its own time. */
export function useLatch(isNow: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isNow);
  if (isNow && !wasTrue) setWasTrue(true);
  return isNow || wasTrue;
}
