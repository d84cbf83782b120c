import { useEffect, useState } from 'react';

const delayMs = 200;

/** True once something has been going on for 200 ms: quicker loads show no loading state. */
export function useDelayed(isGoingOn: boolean): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setTimeout(() => setShown(true), delayMs);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isGoingOn]);
  return isGoingOn && isShown;
}
