import type { ApiDeps } from '../deps.ts';
import { notSetUpText } from '../mail/handOverMail.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { type DailyMailSetting, dailyMailContract } from './dailyMailContract.ts';
import { dailyMailDue } from './dailyMailDue.ts';
import { readMailAddress } from './readMailAddress.ts';

/** Routes of the signed-in user's daily mail. */
export function dailyMailRoutes(deps: ApiDeps): Route[] {
  const { entities, sessions, dailyMails, mailer, now } = deps;

  async function readSetting(user: SessionUser): Promise<DailyMailSetting> {
    const [principal, address, last] = await Promise.all([
      sessions.readUser(user.id),
      readMailAddress(deps, user),
      dailyMails.lastOf(user.id),
    ]);
    return { isOn: principal?.user.dailyMail ?? false, isSetUp: mailer !== null, address, last };
  }

  return [
    implement(dailyMailContract.read, async ({ user }) => ok(await readSetting(user))),
    implement(dailyMailContract.change, async ({ user, body: { isOn }, author }) => {
      const before = await readSetting(user);
      if (isOn && !before.isSetUp) return reject(409, [notSetUp]);
      if (isOn && before.address === null) return reject(409, [noAddress]);
      if (isOn === before.isOn) return ok(before);
      const at = now();
      const due = isOn ? dailyMailDue(user, at.getTime()) : null;
      if (due) await dailyMails.skip(due, switchedOnLaterText, at.toISOString());
      const scope = user.demandId === null ? 'all' : [user.demandId];
      const outcome = await entities.update('user', user.id, { dailyMail: isOn }, scope, { author });
      if (outcome.type === 'missing') throw new Error('a session outlived what it belongs to');
      return ok(await readSetting(user));
    }),
  ];
}

const switchedOnLaterText = 'It was turned on after 08:00';

const notSetUp = { code: 'no_mail_server', message: notSetUpText, path: 'isOn' };
const noAddress = {
  code: 'no_address',
  message: 'Your login is not an email address, and your general contact has none',
  path: 'isOn',
};
