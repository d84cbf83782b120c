import { z } from 'zod';
import { type ChannelTag, channelTagGroups } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';
import { idParam } from './listQuery.ts';
import { scopeOf } from './scopeOf.ts';
import { parametersOf } from './tagParameters.ts';

/** GET /api/demand/channels/{id}/tag: what a publisher puts into its player. */
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
        }),
      },
    },
    async handler({ params, user }) {
      const channel = await entities.get('channel', params.id, scopeOf(user));
      if (!channel) return notFound();
      const account = channel.demandId === null ? null : await entities.get('demand', channel.demandId, 'all');
      // A domain of the account's own has a certificate of its own: players of secure pages must reach it.
      const url = `${account?.domain ? `https://${account.domain}` : config.ADS_URL}/vast/${channel.uid}`;
      const parameters = parametersOf(channel, account?.tagParams ?? []);
      const usual = parameters.filter(({ isUsual }) => isUsual).map(({ param, macro }) => `${param}=${macro}`);
      const tag: ChannelTag = { url, fullUrl: `${url}?${usual.join('&')}`, parameters };
      return ok(tag);
    },
  });
}
