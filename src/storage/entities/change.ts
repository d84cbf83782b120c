/** A change of a row: its current values, or null when it was removed. */
export interface Change {
  id: number;
  row: unknown;
  /** Its values before, null for a new row; absent = not needed. */
  before?: object | null;
}
