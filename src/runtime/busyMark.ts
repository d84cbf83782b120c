/** Marks periods in which this process may not respond because work blocks its event loop. */
export interface BusyMark {
  /**
   * Runs work that may block the event loop for long, such as a statement of an engine in this thread. Calls must not
   * overlap.
   */
  during<T>(work: () => Promise<T>): Promise<T>;
}
