/** A change of a row: as it now is, or null when it was removed. */
export interface Change {
  id: number;
  row: unknown;
  /** As it was, null where it is new; absent = nobody will ask. */
  before?: object | null;
}
