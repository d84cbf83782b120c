import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { UserRow } from '#model/index.ts';
import { readMailAddress } from '../dailyMail/readMailAddress.ts';
import type { ApiDeps } from '../deps.ts';
import type { LinkKind } from '#storage/logins/passwordStore.ts';
import { addressOf } from '../mail/composeMail.ts';
import type { MailResult } from '../mail/openMailer.ts';
import { readCurrentUser } from '../session/readCurrentUser.ts';
import { composeSignInMail, type SignInMail } from './composeSignInMail.ts';

/** Validity of a one-time link in hours: of one that another person gives, and of one that is requested by mail. */
const linkHours = { given: 72, requested: 1 } as const;

const hourMs = 3_600_000;

/** A new link. */
export interface SignInLink {
  token: string;
  expiresAt: Date;
}

/** The result of a mail to a user; `none` = there is no mail server or no address. */
export type MailOutcome =
  | { mail: 'sent' | 'none'; mailError: null }
  | { mail: 'failed'; mailError: string; result: MailResult };

type LinkDeps = Pick<ApiDeps, 'config' | 'entities' | 'mailer' | 'now' | 'passwords' | 'sessions' | 'tokens'>;

/** Makes one-time links and sends mails about signing in. */
export function openSignInLinks(deps: LinkDeps) {
  const { config, mailer, now, passwords } = deps;

  /** The email address of a user who may sign in; null without one. */
  async function addressOfUser(userId: number): Promise<string | null> {
    const user = await readCurrentUser(deps, userId);
    return user && readMailAddress(deps, user);
  }

  return {
    addressOf: addressOfUser,
    /** Makes a link of 256 random bits, which replaces the user's previous one of its kind. */
    async make(userId: number, kind: LinkKind, hours: number = linkHours[kind]): Promise<SignInLink> {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = new Date(now().getTime() + hours * hourMs);
      await passwords.createLink({
        userId,
        kind,
        token,
        createdAt: now().toISOString(),
        expiresAt: expiresAt.toISOString(),
      });
      return { token, expiresAt };
    },
    /**
     * Sends a mail about signing in to a user, in one attempt: an invitation also to an address of its contacts, which
     * others may change, and all other mails only to a login that is an address.
     */
    async send({ id }: Pick<UserRow, 'id'>, content: SignInMail): Promise<MailOutcome> {
      const to = content.about === 'invited' ? await addressOfUser(id) : addressOfLogin(content.login);
      const from = config.MAIL_FROM;
      if (mailer === null || to === null || from === undefined) return { mail: 'none', mailError: null };
      const bytes = await composeSignInMail(config, { from, to }, content);
      const result = await mailer.send({ from: addressOf(from), to, bytes }, () => Promise.resolve());
      if (result.type === 'sent') return { mail: 'sent', mailError: null };
      return { mail: 'failed', mailError: result.reason, result };
    },
  };
}

/** The login as an email address; null if it is none. */
export function addressOfLogin(login: string): string | null {
  return z.email().safeParse(login).success ? login : null;
}

/** The address of the page on which a link's user sets a password. The token is in the fragment, which no server logs. */
export function signInLinkUrl(consoleUrl: string, token: string): string {
  return `${consoleUrl}/password#${token}`;
}
