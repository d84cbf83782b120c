import { useEffect, useState } from 'react';

/** True once a condition has held for `delayMs`: shorter waits show no indicator. */
export function useDelayed(isWaiting: boolean, delayMs = 200): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [isWaiting, delayMs]);
  return isWaiting && isDue;
}
