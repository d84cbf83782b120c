import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { fault, passed, type Finding } from './finding.ts';

/** Settings that are valid one by one but cannot work together. */
export function checkSettings(
  settings: Omit<Config, 'secret' | 'otherSecrets'> & { SECRET?: string | undefined },
): Finding[] {
  const found: Finding[] = [];
  const report = (detail: string, fix: string) => found.push(fault('settings', detail, fix));
  const { PORT, ADS_PORT, CONTROL_PORT, DATABASE_URL, CLICKHOUSE_URL, SECRET, DATA_DIR } = settings;
  if (PORT === ADS_PORT) report('PORT and ADS_PORT are the same', 'Set them to different ports.');
  if (CONTROL_PORT !== undefined && [PORT, ADS_PORT].includes(CONTROL_PORT))
    report('CONTROL_PORT is used already', 'Set CONTROL_PORT to a port of its own.');
  if (CONTROL_PORT !== undefined && SECRET === undefined)
    report('CONTROL_PORT is set without SECRET', 'Set SECRET to the same 64 hexadecimal digits on all machines.');
  if (DATABASE_URL !== undefined && CLICKHOUSE_URL === undefined)
    report(
      'DATABASE_URL is set without CLICKHOUSE_URL',
      'Set both if several nodes share PostgreSQL: with an embedded ClickHouse, each console shows its own node’s figures only.',
    );
  if (DATABASE_URL !== undefined && SECRET === undefined && !existsSync(join(DATA_DIR, 'secret')))
    report(
      'DATABASE_URL is set without SECRET',
      'Set SECRET, the same on all nodes: else each node signs tracking URLs that the others reject.',
    );
  if (settings.CONSOLE_URL?.startsWith('https:') && !settings.TRUST_PROXY)
    report(
      'CONSOLE_URL is https, but TRUST_PROXY is off',
      'Set TRUST_PROXY=1 behind the TLS proxy, so that viewers’ addresses are read from X-Forwarded-For.',
    );
  return found.length > 0 ? found : [passed('settings', 'all are valid and work together')];
}
