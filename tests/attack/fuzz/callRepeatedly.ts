import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../../system/api/startTestApi.ts';

/** Calls of a user who is not attacked. */
export interface RepeatedCalls {
  count(): number;
  /** Stops the calls; returns the responses that were not 200. */
  stop(): Promise<string[]>;
}

const pauseMs = 100;

/** Reads one path of the API repeatedly until it is stopped. */
export function callRepeatedly(call: Caller, path: string): RepeatedCalls {
  const faults: string[] = [];
  let count = 0;
  const calling = { isOver: false };
  const repeat = async () => {
    while (!calling.isOver) {
      count += 1;
      await call('GET', path).then(
        ({ status, text }) => void (status === 200 || faults.push(`${path} answered ${status}: ${text}`)),
        (error: unknown) => void faults.push(`${path} failed: ${String(error)}`),
      );
      await pause(pauseMs);
    }
  };
  const repeating = repeat();
  return {
    count: () => count,
    async stop() {
      calling.isOver = true;
      await repeating;
      return faults;
    },
  };
}
