/** The order that a test sends to a process that it may kill. */
export interface Order {
  /** How far its clock is ahead, in ms. */
  offsetMs: number;
  /** The month that it closes for these accounts (YYYY-MM), with everything else that is due; null = none. */
  month: string | null;
  demandIds: number[];
}
