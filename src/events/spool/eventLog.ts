/** Log for the operator. */
export interface EventLog {
  error(text: string): void;
  warn(text: string): void;
  info(text: string): void;
}
