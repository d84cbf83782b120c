/** Where this folder tells an operator what it does. */
export interface EventLog {
  error(text: string): void;
  warn(text: string): void;
  info(text: string): void;
}
