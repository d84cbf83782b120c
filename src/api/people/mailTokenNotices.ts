import type { ApiDeps } from '../deps.ts';
import { openSignInLinks } from './signInLinks.ts';

/**
 * Mails the owner of each account that still has an API token, once, that API keys replace it: to a login that is an
 * address. A mail that the server did not accept is tried again in the next round, unless it refused it for good or may
 * have it. A round ends when the server accepts no mail at all. Publishes nothing for serving.
 */
export async function mailTokenNotices(deps: ApiDeps): Promise<boolean> {
  const { entities, logger, logins, mailer, now, tokens } = deps;
  if (mailer === null) return false;
  let demandId: number | null = 0;
  for (;;) {
    demandId = await tokens.claimNotice(now().toISOString(), demandId);
    if (demandId === null) return false;
    const [owner, account] = await Promise.all([
      logins.ownerOf(demandId),
      entities.get('demand', demandId, [demandId]),
    ]);
    if (!owner || !account) continue;
    const { name, login } = owner;
    const outcome = await openSignInLinks(deps).send(owner, { about: 'apiToken', name, login, account: account.name });
    if (outcome.mail !== 'failed') continue;
    logger.warn(`the notice about the API token of account ${demandId} was not sent: ${outcome.mailError}`);
    if (outcome.result.type !== 'again') continue;
    await tokens.releaseNotice(demandId);
    if (outcome.result.isForAll) return false;
  }
}
