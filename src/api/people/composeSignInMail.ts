import { randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import { composeMail, inOneLine } from '../mail/composeMail.ts';
import { consoleUrlOf } from '../mail/consoleUrlOf.ts';
import { escapeHtml } from '../mail/escapeHtml.ts';
import { signInLinkUrl } from './signInLinks.ts';

/**
 * A mail about signing in: a link to set a first or new password, a notice that the password was changed, that the
 * second factors were removed, or that API keys replace the API token of an account.
 */
export type SignInMail =
  | { about: 'invited' | 'requested'; name: string; login: string; token: string; expiresAt: Date }
  | { about: 'changed'; name: string; login: string }
  | { about: 'apiToken'; name: string; login: string; account: string }
  | { about: 'factorsReset'; name: string; login: string };

const subjects: Readonly<Record<SignInMail['about'], string>> = {
  invited: 'Your Bidhouse login',
  requested: 'Set a new Bidhouse password',
  changed: 'Your Bidhouse password was changed',
  apiToken: 'Replace your Bidhouse API token',
  factorsReset: 'Your Bidhouse second factors were removed',
};

/**
 * Composes a mail about signing in as bytes (RFC 5322). Its links lead to the configured address of the console: the
 * host of a request could be anyone's.
 */
export function composeSignInMail(
  config: Pick<Config, 'CONSOLE_URL' | 'PORT'>,
  { from, to }: { from: string; to: string },
  content: SignInMail,
): Promise<Uint8Array> {
  const paragraphs = paragraphsOf(content);
  const link = linkOf(config, content);
  return composeMail({
    from,
    to,
    subject: subjects[content.about],
    id: `sign-in-${randomUUID()}`,
    unsubscribe: null,
    text: `${[`Hello ${inOneLine(content.name)},`, ...paragraphs.before, link && link.url, ...paragraphs.after].filter((each) => each !== null).join('\n\n')}\n`,
    html: [
      `<p>Hello ${escapeHtml(inOneLine(content.name))},</p>`,
      ...paragraphs.before.map((each) => `<p>${escapeHtml(each)}</p>`),
      link === null ? '' : `<p><a href="${escapeHtml(link.url)}">${link.label}</a></p>`,
      ...paragraphs.after.map((each) => `<p>${escapeHtml(each)}</p>`),
    ].join('\n'),
    attachments: [],
  });
}

function linkOf(
  config: Pick<Config, 'CONSOLE_URL' | 'PORT'>,
  content: SignInMail,
): { url: string; label: string } | null {
  if ('token' in content) return { url: signInLinkUrl(consoleUrlOf(config), content.token), label: 'Set a password' };
  return content.about === 'apiToken' ? { url: `${consoleUrlOf(config)}/keys`, label: 'API keys' } : null;
}

function paragraphsOf(content: SignInMail): { before: string[]; after: string[] } {
  if (content.about === 'changed') {
    return {
      before: [`The password of your login ${content.login} was changed, and all other sessions have ended.`],
      after: ['If this was not you, ask the owner of your account or the platform operator for a new link.'],
    };
  }
  if (content.about === 'apiToken') {
    return {
      before: [
        `Programs of ${inOneLine(content.account)} can still use its API token, which has all rights of its owner and no end.`,
        'Create an API key with only the rights that each program needs, and then revoke the token, on this page:',
      ],
      after: ['The token works until you revoke it. This is the only mail about it.'],
    };
  }
  if (content.about === 'factorsReset') {
    return {
      before: [
        `The second factors of your login ${content.login} were removed by someone who manages it, and its sessions have ended. You sign in with only your password until you add a new one.`,
      ],
      after: ['If you did not request this, set a new password, and contact the owner of your account.'],
    };
  }
  const before =
    content.about === 'invited'
      ? `You can sign in to Bidhouse as ${content.login}. Set your password with this link:`
      : `Set a new password for your login ${content.login} with this link:`;
  const ignored = 'If you did not request it, ignore this mail: your password stays as it is.';
  return {
    before: [before],
    after: [
      `It can be used once, until ${content.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
      ...(content.about === 'requested' ? [ignored] : []),
    ],
  };
}
