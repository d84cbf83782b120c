import { mayUse } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { sessionConfig } from '../session/sessionConfig.ts';
import { sessionUser } from '../session/sessionUser.ts';
import { dailyMailDue } from './dailyMailDue.ts';

/** Queues the daily mails that are due, each once. Publishes nothing for serving. */
export async function queueDailyMails({
  sessions,
  dailyMails,
  mailer,
  config,
  now,
}: Pick<ApiDeps, 'sessions' | 'dailyMails' | 'mailer' | 'config' | 'now'>): Promise<boolean> {
  if (!mailer) return false;
  const at = now().getTime();
  const due = (await sessions.readDailyMailUsers()).flatMap((principal) => {
    const user = sessionUser(principal, sessionConfig(config, ''));
    return mayUse(user, 'reports') ? (dailyMailDue(user, at) ?? []) : [];
  });
  await dailyMails.add(due);
  return false;
}
