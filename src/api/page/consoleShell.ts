import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPart } from '#model/index.ts';
import { type Config, demoPassword } from '../../config.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { DemoLogin, PageSession } from './pageSession.ts';

/** The logins that the demo network offers. */
const demoLogins: readonly DemoLogin[] = [
  { login: 'admin', password: demoPassword, label: 'Super admin' },
  { login: 'demand', password: demoPassword, label: 'Demand account' },
  { login: 'manager', password: demoPassword, label: 'Manager' },
  { login: 'sub', password: demoPassword, label: 'Sub-publisher' },
  { login: 'adv', password: demoPassword, label: 'Advertiser' },
  { login: 'sdk', password: demoPassword, label: 'SDK' },
];

/** Renders the page of the console with the signed-in user written into it. Reads the built page at first use. */
export function openConsoleShell(
  consoleDir: string,
): (
  user: SessionUser | null,
  config: Pick<Config, 'isDemo' | 'DATABASE_EDITION' | 'SMTP_URL'>,
  now: Date,
) => Promise<string | null> {
  let page: string | null = null;
  return async (user, { isDemo, DATABASE_EDITION: edition = null, SMTP_URL }, now) => {
    page ??= await readFile(join(consoleDir, 'index.html'), 'utf8').catch(() => null);
    if (page === null) return null;
    const session: PageSession = {
      user,
      now: now.toISOString(),
      isDemo,
      edition,
      isMailSetUp: SMTP_URL !== undefined,
      demoLogins: isDemo ? demoLogins.filter(({ login }) => login !== 'manager' || hasPart(edition, 'manager')) : [],
    };
    // A "<" inside the data could end the script element, so it is escaped.
    const json = JSON.stringify(session).replaceAll('<', '\\u003c');
    return page.replace(
      /(<script[^>]*\bid="session"[^>]*>)[^<]*(<\/script>)/,
      (_all, open, close) => open + json + close,
    );
  };
}
