import type { Config } from '../../config.ts';

/** Public address of the console for links in mails, without a trailing slash. */
export function consoleUrlOf({ CONSOLE_URL, PORT }: Pick<Config, 'CONSOLE_URL' | 'PORT'>): string {
  return (CONSOLE_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
}
