import { z } from 'zod';
import { type ChannelTag, channelTagGroups } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';
import { idParam } from './listQuery.ts';
import { scopeOf } from './scopeOf.ts';
import { parametersOf } from './tagParameters.ts';

/** GET /api/demand/channels/{id}/tag: what a publisher puts into its player, its page or its server. */
export function channelTagRoute({ entities, config }: ApiDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/demand/channels/{id}/tag',
    summary: 'The tag of a channel',
    chapter: 'Channels',
    access: { entity: 'channel', action: 'read' },
    params: idParam,
    answers: {
      200: {
        description: 'Address and parameters',
        schema: z.object({
          url: z.url(),
          fullUrl: z.string().describe('With the required and the usual parameters'),
          parameters: z.array(
            z.object({
              param: z.string(),
              macro: z.string(),
              isRequired: z.boolean(),
              isUsual: z.boolean(),
              help: z.string(),
              group: z.enum(channelTagGroups),
              aliases: z.array(z.string()),
            }),
          ),
          adsUrl: z.url().describe('Base of all addresses of ad serving'),
          rtbUrl: z.url().describe('Takes OpenRTB bid requests'),
          auctionUrl: z.url().describe('Takes auctions of Prebid.js and Prebid Server that name the uid'),
          syncUrl: z.url().describe('Takes the cookie syncs of Prebid.js'),
          uid: z.string(),
        }),
      },
    },
    refuses: [404],
    async handler({ params, user }) {
      const channel = await entities.get('channel', params.id, scopeOf(user));
      if (!channel) return notFound();
      const account = channel.demandId === null ? null : await entities.get('demand', channel.demandId, 'all');
      // A domain of the account's own has a certificate of its own: players of secure pages must reach it.
      const ads = account?.domain ? `https://${account.domain}` : config.ADS_URL;
      const url = `${ads}/vast/${channel.uid}`;
      const parameters = parametersOf(channel, account?.tagParams ?? []);
      const usual = parameters.filter(({ isUsual }) => isUsual).map(({ param, macro }) => `${param}=${macro}`);
      const tag: ChannelTag = {
        url,
        fullUrl: `${url}?${usual.join('&')}`,
        parameters,
        adsUrl: ads,
        rtbUrl: `${ads}/rtb/${channel.uid}`,
        auctionUrl: `${ads}/openrtb2/auction`,
        syncUrl: `${ads}/cookie_sync`,
        uid: channel.uid,
      };
      return ok(tag);
    },
  });
}
