/** Where this folder tells an operator what it does. */
export interface EventLog {
  error(text: string): void;
  warn(text: string): void;
  info(text: string): void;
}

/** The text of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
