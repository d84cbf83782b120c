import type { Config } from '../config.ts';

/** Writes lines about serving itself; requests are not logged. */
export interface Logger {
  error(text: string): void;
  warn(text: string): void;
  info(text: string): void;
}

const levels: readonly Config['LOG_LEVEL'][] = ['silent', 'error', 'warn', 'info', 'debug'];

/** A logger to standard error, one line of JSON each. */
export function createLogger(level: Config['LOG_LEVEL'], role: string): Logger {
  const write = (of: 'error' | 'warn' | 'info') => (text: string) => {
    if (levels.indexOf(of) > levels.indexOf(level)) return;
    process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level: of, role, text })}\n`);
  };
  return { error: write('error'), warn: write('warn'), info: write('info') };
}
