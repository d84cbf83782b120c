import { z } from 'zod';
import type { Contract } from '../routeDeclaration.ts';
import { idParam } from '../addressValues.ts';

/** Groups of tag parameters; `account` are the account's own. */
export const channelTagGroups = ['request', 'device', 'player', 'content', 'privacy', 'account'] as const;

const parameterSchema = z.object({
  param: z.string(),
  macro: z
    .string()
    .describe(
      'The macro that the player or ad server replaces: the VAST 4 name, or one of our own where VAST has none',
    ),
  isRequired: z.boolean().describe('Whether tags require it in the channel’s environment'),
  isUsual: z.boolean().describe('Whether tags have it by default. Always true for required parameters.'),
  help: z.string(),
  group: z.enum(channelTagGroups),
  aliases: z.array(z.string()).describe('Other names that are accepted for it'),
});

/** A parameter of a channel's tag. */
export type ChannelTagParameter = z.output<typeof parameterSchema>;

const channelTagSchema = z.object({
  url: z.url().describe('URL of the channel without parameters'),
  fullUrl: z.string().describe('URL of the channel with its required and default parameters'),
  parameters: z.array(parameterSchema),
  adsUrl: z.url().describe('Base URL of ad serving'),
  rtbUrl: z.url().describe('Endpoint for OpenRTB bid requests'),
  auctionUrl: z.url().describe('Endpoint for auctions of Prebid.js and Prebid Server, which send the uid'),
  syncUrl: z.url().describe('Endpoint for cookie syncs of Prebid.js'),
  uid: z.string(),
});

/** The tag that a publisher integrates. */
export type ChannelTag = z.output<typeof channelTagSchema>;

/** The tag of a channel, for a player, page or server. */
export const channelTagContract = {
  read: {
    method: 'GET',
    path: '/api/demand/channels/{id}/tag',
    summary: 'Get the tag of a channel',
    chapter: 'Channels',
    access: { entity: 'channel', action: 'read' },
    params: idParam,
    responses: { 200: { description: 'URLs and parameters of the tag', schema: channelTagSchema } },
    rejects: [404],
  },
} as const satisfies Contract;
