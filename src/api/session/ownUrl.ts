import type { Config } from '../../config.ts';
import { consoleUrlOf } from '../mail/consoleUrlOf.ts';
import type { Call } from '../route.ts';

/** The public URL of the console, without a trailing slash: CONSOLE_URL, or else the one that was called. */
export function ownUrl(config: Config, { isSecure, host }: Pick<Call, 'isSecure' | 'host'>): string {
  return config.CONSOLE_URL ? consoleUrlOf(config) : `${isSecure ? 'https' : 'http'}://${host}`;
}
