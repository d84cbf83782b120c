/** Marks the time in which this process may not answer because work blocks its loop. */
export interface BusyMark {
  /** Runs work that may block the loop for long, such as a statement of an engine in this thread. Calls must not overlap. */
  during<T>(work: () => Promise<T>): Promise<T>;
}
