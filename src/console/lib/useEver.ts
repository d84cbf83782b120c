import { useState } from 'react';

/** Whether something is so, or has been so before: what was needed once stays, so that it can go in its own time. */
export function useEver(isNow: boolean): boolean {
  const [wasEver, setEver] = useState(isNow);
  if (isNow && !wasEver) setEver(true);
  return isNow || wasEver;
}
