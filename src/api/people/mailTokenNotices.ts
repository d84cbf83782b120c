import type { ApiDeps } from '../deps.ts';
import { openSignInLinks } from './signInLinks.ts';

/**
 * Mails the owner of each account that still has an API token, once, that API keys replace it: to a login that is an
 * address. A mail that is not accepted is tried again in the next round. Publishes nothing for serving.
 */
export async function mailTokenNotices(deps: ApiDeps): Promise<boolean> {
  const { entities, logger, logins, mailer, now, tokens } = deps;
  if (mailer === null) return false;
  for (;;) {
    const demandId = await tokens.claimNotice(now().toISOString());
    if (demandId === null) return false;
    const [owner, account] = await Promise.all([
      logins.ownerOf(demandId),
      entities.get('demand', demandId, [demandId]),
    ]);
    if (!owner || !account) continue;
    const { name, login } = owner;
    const { mailError } = await openSignInLinks(deps).send(owner, {
      about: 'apiToken',
      name,
      login,
      account: account.name,
    });
    if (mailError === null) continue;
    logger.warn(`the notice about the API token of account ${demandId} was not sent: ${mailError}`);
    await tokens.releaseNotice(demandId);
    return false;
  }
}
