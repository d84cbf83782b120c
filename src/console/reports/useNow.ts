import { use, useEffect, useState } from 'react';
import { SessionContext } from '../frame/session.ts';
import { dayIn, type UtcOffset } from '../lib/offsetTime.ts';

/** The server's time in milliseconds since the epoch, independent of the device's clock, updated every `everyMs`. */
export function useNow(everyMs: number): number {
  const { skewMs } = use(SessionContext);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now + skewMs;
}

/** Today in a zone by the server's clock, YYYY-MM-DD. */
export function useToday(offset: UtcOffset): string {
  return dayIn(useNow(60_000), offset);
}
