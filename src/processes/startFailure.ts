import { SettingsConflict } from '#runtime/faults/settingsConflict.ts';
import { storeConflict } from '#runtime/faults/storeConflict.ts';
import { isStoreUnavailable } from '#runtime/faults/storeUnavailable.ts';
import { describeError, peerOf } from '#runtime/log/describeError.ts';
import type { Config } from '../config.ts';

/**
 * The cause for which a role could not start, for the operator. `isFinal`: another attempt with these settings would
 * fail too. A server that cannot be reached is named by its setting, without a stack.
 */
export function startFailure(
  error: unknown,
  settings: Pick<Config, 'DATABASE_URL' | 'CLICKHOUSE_URL'> | null,
): { message: string; isFinal: boolean } {
  const conflict = error instanceof SettingsConflict ? error : storeConflict(error);
  if (conflict) return { message: conflict.message, isFinal: true };
  const { text, code, stack } = describeError(error);
  if (text.startsWith('chdb: no native binding')) return { message: noEmbeddedClickHouse, isFinal: true };
  const setting = isStoreUnavailable(error) ? settingOf(peerOf(error), settings) : null;
  if (setting === null) return { message: `${text}\n${stack}`.trim(), isFinal: false };
  const message = `${setting}: the server cannot be reached at ${peerOf(error)} (${code ?? text}). It is tried again`;
  return { message, isFinal: false };
}

const noEmbeddedClickHouse = `The embedded ClickHouse is not installed for ${process.platform}-${process.arch}. Set DATABASE_URL and CLICKHOUSE_URL to servers, or delete node_modules/.bidhouse-installed and run node scripts/run.mjs build, which installs it where npm offers it`;

/** The setting with the port of a peer (`host:port`); null without one. */
function settingOf(peer: string, settings: Pick<Config, 'DATABASE_URL' | 'CLICKHOUSE_URL'> | null): string | null {
  const port = peer.slice(peer.lastIndexOf(':') + 1);
  const defaults = { DATABASE_URL: '5432', CLICKHOUSE_URL: '8123' } as const;
  for (const name of ['DATABASE_URL', 'CLICKHOUSE_URL'] as const) {
    const url = settings?.[name];
    if (url === undefined || peer === '') continue;
    const own = /^\w+:\/\/(?:[^/]*@)?[^/]*?:(\d+)(?:[/?]|$)/.exec(url)?.[1] ?? defaults[name];
    if (own === port) return name;
  }
  return null;
}
