import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, type Route } from '../route.ts';
import { channelTagContract } from './channelTagContract.ts';
import { scopeOf } from './scopeOf.ts';
import { parametersOf } from './tagParameters.ts';

/** GET /api/demand/channels/{id}/tag: the tag that a publisher adds to its player, page or server. */
export function channelTagRoute({ entities, config }: ApiDeps): Route {
  return implement(channelTagContract.read, async ({ params, user }) => {
    const channel = await entities.get('channel', params.id, scopeOf(user));
    if (!channel) return notFound();
    const account = channel.demandId === null ? null : await entities.get('demand', channel.demandId, 'all');
    // Custom domains have a certificate of their own: players on secure pages must reach them.
    const ads = account?.domain ? `https://${account.domain}` : config.ADS_URL;
    const url = `${ads}/vast/${channel.uid}`;
    const parameters = parametersOf(channel, account?.tagParams ?? []);
    const usual = parameters.filter(({ isUsual }) => isUsual).map(({ param, macro }) => `${param}=${macro}`);
    return ok({
      url,
      fullUrl: `${url}?${usual.join('&')}`,
      parameters,
      adsUrl: ads,
      rtbUrl: `${ads}/rtb/${channel.uid}`,
      auctionUrl: `${ads}/openrtb2/auction`,
      syncUrl: `${ads}/cookie_sync`,
      uid: channel.uid,
    });
  });
}
