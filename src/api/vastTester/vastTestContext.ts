import { type TagFetcher } from '#outbound/fetchTag.ts';
import type { TestDevice } from './testDevice.ts';

/** The context of a test. */
export interface VastTestContext {
  /** Fetches tags, wrappers and media. */
  fetcher: TagFetcher;
  device: TestDevice;
  /** Ends the test: running calls become timeouts. */
  signal: AbortSignal;
  /** Milliseconds from any start. */
  clock: () => number;
}
