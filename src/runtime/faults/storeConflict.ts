import { SettingsConflict } from './settingsConflict.ts';

/** Conflicts by SQLSTATE of PostgreSQL (appendix A) or error name of ClickHouse (ErrorCodes.cpp). */
const conflicts: Readonly<Record<string, readonly [setting: string, reason: string, fix: string]>> = {
  '3D000': ['DATABASE_URL', 'the server has no database of this name', 'Create it with createdb, or correct the name.'],
  '28P01': ['DATABASE_URL', 'the server rejects the password', 'Correct user and password.'],
  '28000': ['DATABASE_URL', 'the server rejects the user', 'Correct the user, or admit it in pg_hba.conf.'],
  UNKNOWN_DATABASE: [
    'CLICKHOUSE_URL',
    'the server has no database of this name',
    'Create it with CREATE DATABASE, or correct the name.',
  ],
  UNKNOWN_USER: ['CLICKHOUSE_URL', 'the server has no user of this name', 'Correct user and password.'],
  REQUIRED_PASSWORD: ['CLICKHOUSE_URL', 'the server requires a password', 'Correct user and password.'],
  AUTHENTICATION_FAILED: ['CLICKHOUSE_URL', 'the server rejects user or password', 'Correct user and password.'],
};

/**
 * The conflict that the error of a store, or one of its causes, means: its URL names a database or user that the server
 * does not have. Null for any other error.
 */
export function storeConflict(error: unknown): SettingsConflict | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, type, severity } = each as Error & { code?: unknown; type?: unknown; severity?: unknown };
    const found = conflicts[String(typeof severity === 'string' ? code : type)];
    if (found) return new SettingsConflict(...found);
  }
  return null;
}
