/** Log levels, from nothing to everything. */
export const logLevels = ['off', 'error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Writes to the page's console. */
export function writeLog(level: Exclude<LogLevel, 'off'>, text: string, ...more: unknown[]): void {
  globalThis.console[level](`bidhouse: ${text}`, ...more);
}

/** Whether a message of a level is logged at the level that is set. */
export function isLogged(level: LogLevel, setting: LogLevel): boolean {
  return logLevels.indexOf(level) <= logLevels.indexOf(setting);
}
