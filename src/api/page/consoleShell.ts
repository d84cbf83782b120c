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

/**
 * The content security policy of the console's pages: their own files, and from ad serving the media of creatives and
 * the pages that show them.
 */
export function contentSecurityPolicy(adsUrl: string): string {
  const { origin } = new URL(adsUrl);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${origin}`,
    `media-src ${origin}`,
    "font-src 'self'",
    "connect-src 'self'",
    // The stage, where the VAST tester plays ads, and previews of creatives.
    `frame-src 'self' ${origin}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The content security policy of the stage: its script, and the media of any ad. Its origin is opaque, so that it has
 * no access to the console or its session; only the console can frame it.
 */
export const stageSecurityPolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'media-src https: http:',
  "frame-ancestors 'self'",
].join('; ');

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
