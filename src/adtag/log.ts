/** What the console is told, from nothing to everything. */
export const logLevels = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** One of them. */
export type LogLevel = (typeof logLevels)[number];

/** Writes to the page's console. */
export function writeLog(level: Exclude<LogLevel, 'off'>, text: string, ...more: unknown[]): void {
  globalThis.console[level](`bidhouse: ${text}`, ...more);
}

/** Whether a message of a level is written under a setting. */
export function isLogged(level: LogLevel, setting: LogLevel): boolean {
  return logLevels.indexOf(level) <= logLevels.indexOf(setting);
}
