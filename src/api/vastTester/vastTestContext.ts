import { type TagFetcher } from '#outbound/fetchTag.ts';
import type { TestDevice } from './testDevice.ts';

/** What a test is carried out with. */
export interface VastTestContext {
  /** Calls whatever an answer leads to. */
  fetcher: TagFetcher;
  device: TestDevice;
  /** Ends the test: calls that run are a timeout. */
  signal: AbortSignal;
  /** Milliseconds, from any start. */
  clock: () => number;
}
