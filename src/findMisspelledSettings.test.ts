import { expect, test } from 'vitest';
import { findMisspelledSettings } from './findMisspelledSettings.ts';

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['CLICKHUOSE_URL', 'CLICKHOUSE_URL'],
  ['CLIKHOUSE_ULR', 'CLICKHOUSE_URL'],
  ['BACKUPTO', 'BACKUP_TO'],
  ['database_url', 'DATABASE_URL'],
  ['ADS_URLS', 'ADS_URL'],
])('%s is probably %s', (given, meant) => {
  expect(findMisspelledSettings({ [given]: 'x' })).toEqual([{ given, meant }]);
});

test('a variable is no misspelling if the setting is set, or if it is empty', () => {
  expect(findMisspelledSettings({ DATABASE_URI: 'x', DATABASE_URL: 'y' })).toEqual([]);
  expect(findMisspelledSettings({ DATABSE_URL: '' })).toEqual([]);
});

test('variables of systems and other programs are no misspellings', () => {
  const names =
    `HOME HOSTNAME HOSTTYPE PATH PWD OLDPWD SHELL SHLVL TERM USER LOGNAME LANG LC_ALL LS_COLORS TZ MAIL DISPLAY
    EDITOR PAGER TMPDIR XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR SSH_AUTH_SOCK SSH_CLIENT SUDO_USER DBUS_SESSION_BUS_ADDRESS
    INVOCATION_ID JOURNAL_STREAM LISTEN_FDS LISTEN_PID MAINPID NOTIFY_SOCKET STATE_DIRECTORY SYSTEMD_EXEC_PID CREDENTIALS_DIRECTORY
    NODE_ENV NODE_OPTIONS NODE_PATH UV_THREADPOOL_SIZE npm_lifecycle_event npm_config_cache npm_package_version INIT_CWD
    KUBERNETES_SERVICE_HOST KUBERNETES_PORT KUBERNETES_PORT_443_TCP REDIS_PORT REDIS_SERVICE_HOST POSTGRES_PORT CONSOLE_PORT
    DB_HOST DB_PORT DB_URL DB_NAME AWS_REGION AWS_SECRET_ACCESS_KEY AWS_PROFILE SECRETS_DIR SECRET_KEY_BASE HTTP_PROXY HTTPS_PROXY NO_PROXY
    http_proxy no_proxy PGHOST PGDATABASE POSTGRES_PASSWORD CI DEBUG LOGLEVEL_ROOT BIDHOUSE_URL BIDHOUSE_TOKEN RELEASE_KEY DATABASE_NAME
    DATABASE_HOST SMTP_HOST SMTP_PORT MAIL_HOST MAIL_PORT REDIS_HOST MEDIA_ROOT CACHE_DIR DATA_PATH WORKERS`.split(
      /\s+/,
    );
  expect(findMisspelledSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
