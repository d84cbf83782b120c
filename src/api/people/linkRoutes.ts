import { createHmac } from 'node:crypto';
import type { UserRow } from '#model/index.ts';
import type { Author } from '#storage/entities/changeLog.ts';
import { addressGroup } from '#runtime/addressGroup.ts';
import { demoPassword } from '../../config.ts';
import type { ApiDeps } from '../deps.ts';
import { notSetUpText } from '../mail/handOverMail.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import { passwordFaults } from './passwordFaults.ts';
import { peopleContract } from './peopleContract.ts';
import { addressOfLogin, openSignInLinks } from './signInLinks.ts';

const hourMs = 3_600_000;

/** Requests for links in an hour: with one login from one address, with one login, and from one address. */
const maxRequests = { pair: 3, login: 10, address: 20 } as const;

/** Routes of people who are not signed in: they set a password with a one-time link, or request a link by mail. */
export function linkRoutes(deps: ApiDeps): Route[] {
  const { config, entities, logger, logins, mailer, now, passwords, security } = deps;
  const links = openSignInLinks(deps);

  /** Counts a request for a key; false beyond the limit. */
  async function mayRequest(key: string, most: number): Promise<boolean> {
    const { attempts } = await logins.countAttempt(`link ${key}`, { now: now(), windowMs: hourMs });
    return attempts <= most;
  }

  /** Mails a link to the user with a login, if there is one who may sign in. */
  async function mailLink(login: string, author: Author): Promise<void> {
    const holder = await logins.find(login);
    if (!holder || addressOfLogin(holder.login) === null || (await links.addressOf(holder.id)) === null) return;
    const { token, expiresAt } = await links.make(holder.id, 'requested');
    await security.record(author, {
      type: 'linkRequested',
      demandId: holder.demandId,
      subject: { entity: 'user', id: holder.id, name: holder.name },
    });
    const { mailError } = await links.send(holder, { about: 'requested', ...holder, token, expiresAt });
    if (mailError !== null) logger.warn(`the link that user ${holder.id} requested was not sent: ${mailError}`);
  }

  async function accountNameOf({ demandId }: Pick<UserRow, 'demandId'>): Promise<string | null> {
    const account = demandId === null ? null : await entities.get('demand', demandId, [demandId]);
    return account?.name ?? null;
  }

  return [
    implement(peopleContract.readLink, async ({ body }) => {
      const found = await passwords.findLink(body.token, now().toISOString());
      if (!found) return reject(404, [unknownLink]);
      const { login, name, hasPassword } = found.user;
      const accountName = await accountNameOf(found.user);
      return ok({ login, name, hasPassword, accountName, expiresAt: found.expiresAt });
    }),
    implement(peopleContract.useLink, async ({ body: { token, password }, author }) => {
      const at = now().toISOString();
      const found = await passwords.findLink(token, at);
      if (!found) return reject(404, [unknownLink]);
      const user = { ...found.user, accountName: await accountNameOf(found.user) };
      // The demo network gives its users the password that its sign-in page shows.
      const faults = config.isDemo && password === demoPassword ? [] : passwordFaults(password, user);
      if (faults.length > 0) return reject(422, faults);
      const changed = await passwords.useLink(token, password, author, at);
      if (!changed) return reject(404, [unknownLink]);
      // The first password of an invited user is no news to it.
      if (changed.hasPassword) void links.send(changed, { about: 'changed', name: changed.name, login: changed.login });
      return ok({ login: changed.login });
    }),
    implement(peopleContract.requestLink, async ({ body: { login }, ip, author }) => {
      if (mailer === null) return reject(409, [notSetUp]);
      if (!(await mayRequest(`from ${addressGroup(ip)}`, maxRequests.address))) {
        return reject(429, [tooMany], { 'retry-after': '3600' });
      }
      // A keyed hash: people type passwords into this field by mistake.
      const typed = createHmac('sha256', config.secret).update(`login:${login.toLowerCase()}`).digest('base64url');
      const mayMail =
        (await mayRequest(`for ${typed} from ${addressGroup(ip)}`, maxRequests.pair)) &&
        (await mayRequest(`for ${typed}`, maxRequests.login));
      if (mayMail) {
        // Not awaited: the time of the response would reveal whether the login exists.
        void mailLink(login, author).catch((error: unknown) => logger.error(String(error)));
      }
      return ok({});
    }),
  ];
}

const unknownLink = {
  code: 'unknown_link',
  message: 'This link is not valid: it has expired, was used before, or was replaced by a newer one',
  path: 'token',
};
const notSetUp = { code: 'no_mail_server', message: notSetUpText, path: '' };
const tooMany = { code: 'too_many_attempts', message: 'Too many requests for links; try again in an hour', path: '' };
