import { z } from 'zod';
import type { ChannelRow, Environment } from '#model/index.ts';
import type { ChannelTag, ChannelTagParameter } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { defineRoute, notFound, ok, type Route } from '../route.ts';
import { idParam } from './listQuery.ts';
import { scopeOf } from './scopeOf.ts';

interface KnownParameter {
  param: string;
  macro: string;
  help: string;
  /** The environments whose tags carry it; those marked true cannot do without. */
  in: Partial<Record<Environment, boolean>>;
}

const everywhere = { web: false, mobileWeb: false, app: false, ctv: false };
const onPages = { web: true, mobileWeb: true };
const inApps = { app: true, ctv: true };

/** What a channel's tag can carry: parameters that serving reads. In apps the app stands for the page. */
const knownParameters: readonly KnownParameter[] = [
  { param: 'cb', macro: '[CACHEBUSTING]', help: 'A random number, so that no cache answers', in: everywhere },
  { param: 'url', macro: '[PAGEURL]', help: 'Address of the page', in: onPages },
  { param: 'app_bundle', macro: '[APPBUNDLE]', help: 'Bundle or store id of the app', in: inApps },
  { param: 'app_store_url', macro: '[STOREURL]', help: 'Address of the app in its store', in: inApps },
  {
    param: 'ip',
    macro: '[DEVICEIP]',
    help: 'Address of the viewer, when a server asks for the ad',
    in: { ctv: false },
  },
  { param: 'ua', macro: '[DEVICEUA]', help: 'User agent of the viewer, when a server asks', in: { ctv: false } },
  { param: 'did', macro: '[IFA]', help: 'Advertising id of the device', in: { app: false, ctv: false } },
  { param: 'did_type', macro: '[IFATYPE]', help: 'Kind of the advertising id', in: { app: false, ctv: false } },
  {
    param: 'lmt',
    macro: '[LIMITADTRACKING]',
    help: '1 when the viewer limits tracking',
    in: { app: false, ctv: false },
  },
  { param: 'w', macro: '[PLAYERWIDTH]', help: 'Width of the player in pixels', in: everywhere },
  { param: 'h', macro: '[PLAYERHEIGHT]', help: 'Height of the player in pixels', in: everywhere },
  { param: 'gdpr', macro: '[GDPR]', help: '1 where the GDPR applies, else 0', in: everywhere },
  { param: 'consent', macro: '[GDPRCONSENT]', help: 'TCF consent string', in: everywhere },
  { param: 'us_privacy', macro: '[US_PRIVACY]', help: 'US privacy string', in: everywhere },
  { param: 'gpp', macro: '[GPPSTRING]', help: 'GPP string', in: everywhere },
  { param: 'gpp_sid', macro: '[GPPSECTIONID]', help: 'Sections of the GPP string that apply', in: everywhere },
];

/** The tag of a channel: what a publisher puts into its player. */
function channelTag(channel: Pick<ChannelRow, 'uid' | 'environment'>, adsUrl: string): ChannelTag {
  const parameters: ChannelTagParameter[] = [];
  for (const { param, macro, help, in: environments } of knownParameters) {
    const isRequired = environments[channel.environment];
    if (isRequired !== undefined) parameters.push({ param, macro, isRequired, help });
  }
  const url = `${adsUrl}/vast/${channel.uid}`;
  return { url, fullUrl: `${url}?${parameters.map(({ param, macro }) => `${param}=${macro}`).join('&')}`, parameters };
}

/** GET /api/demand/channels/{id}/tag. */
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
          fullUrl: z.string(),
          parameters: z.array(
            z.object({ param: z.string(), macro: z.string(), isRequired: z.boolean(), help: z.string() }),
          ),
        }),
      },
    },
    async handler({ params, user }) {
      const channel = await entities.get('channel', params.id, scopeOf(user));
      if (!channel) return notFound();
      const account = channel.demandId === null ? null : await entities.get('demand', channel.demandId, 'all');
      // A domain of the account's own has a certificate of its own: players of secure pages must reach it.
      return ok(channelTag(channel, account?.domain ? `https://${account.domain}` : config.ADS_URL));
    },
  });
}
