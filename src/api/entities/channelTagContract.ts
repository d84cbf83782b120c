import { z } from 'zod';
import type { Contract } from '../routeDeclaration.ts';
import { idParam } from '../addressValues.ts';

/** What parameters of a tag are about; `account` are the account's own. */
export const channelTagGroups = ['request', 'device', 'player', 'content', 'privacy', 'account'] as const;

const parameterSchema = z.object({
  param: z.string(),
  macro: z
    .string()
    .describe('What a player or ad server replaces, as VAST 4 writes it; names of our own where VAST has none'),
  isRequired: z.boolean().describe('Whether tags of the channel’s environment cannot do without it'),
  isUsual: z.boolean().describe('Whether they carry it as a rule; required ones do'),
  help: z.string(),
  group: z.enum(channelTagGroups),
  aliases: z.array(z.string()).describe('Other names under which it is read'),
});

/** A parameter of a channel's tag. */
export type ChannelTagParameter = z.output<typeof parameterSchema>;

const channelTagSchema = z.object({
  url: z.url().describe('Address of the channel without parameters'),
  fullUrl: z.string().describe('With the required and the usual parameters'),
  parameters: z.array(parameterSchema),
  adsUrl: z.url().describe('Base of all addresses of ad serving'),
  rtbUrl: z.url().describe('Takes OpenRTB bid requests'),
  auctionUrl: z.url().describe('Takes auctions of Prebid.js and Prebid Server that name the uid'),
  syncUrl: z.url().describe('Takes the cookie syncs of Prebid.js'),
  uid: z.string(),
});

/** The tag that a publisher puts into its player. */
export type ChannelTag = z.output<typeof channelTagSchema>;

/** What a publisher puts into its player, its page or its server. */
export const channelTagContract = {
  read: {
    method: 'GET',
    path: '/api/demand/channels/{id}/tag',
    summary: 'The tag of a channel',
    chapter: 'Channels',
    access: { entity: 'channel', action: 'read' },
    params: idParam,
    answers: { 200: { description: 'Address and parameters', schema: channelTagSchema } },
    refuses: [404],
  },
} as const satisfies Contract;
