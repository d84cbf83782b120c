import type { ChannelRow, DemandAccountRow } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, notFound, ok, type Route } from '../route.ts';
import { channelTagContract, type ChannelTag } from './channelTagContract.ts';
import { scopeOf } from './scopeOf.ts';
import { parametersOf } from './tagParameters.ts';

/** GET /api/demand/channels/{id}/tag: the tag that a publisher adds to its player, page or server. */
export function channelTagRoute({ entities, config }: ApiDeps): Route {
  return implement(channelTagContract.read, async ({ params, user }) => {
    const channel = await entities.get('channel', params.id, scopeOf(user));
    if (!channel) return notFound();
    const account = channel.demandId === null ? null : await entities.get('demand', channel.demandId, 'all');
    return ok(channelTagOf(channel, account, config.ADS_URL));
  });
}

/** The tag of a channel of an account. `adsUrl` is where ads are served unless the account has a domain of its own. */
export function channelTagOf(channel: ChannelRow, account: DemandAccountRow | null, adsUrl: string): ChannelTag {
  // Custom domains have a certificate of their own: players on secure pages must reach them.
  const ads = account?.domain ? `https://${account.domain}` : adsUrl;
  const url = `${ads}/vast/${channel.uid}`;
  const parameters = parametersOf(channel, account?.tagParams ?? []);
  const usual = parameters.filter(({ isUsual }) => isUsual).map(({ param, macro }) => `${param}=${macro}`);
  return {
    url,
    fullUrl: `${url}?${usual.join('&')}`,
    parameters,
    adsUrl: ads,
    rtbUrl: `${ads}/rtb/${channel.uid}`,
    auctionUrl: `${ads}/openrtb2/auction`,
    syncUrl: `${ads}/cookie_sync`,
    uid: channel.uid,
  };
}
