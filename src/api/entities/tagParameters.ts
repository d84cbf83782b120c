import type { ChannelRow, Environment } from '#model/index.ts';
import type { ChannelTagParameter } from './channelTagContract.ts';

/** A parameter of a channel's tag, and the environments in which tags can have it. */
interface KnownParameter extends Pick<ChannelTagParameter, 'param' | 'macro' | 'help' | 'group'> {
  /** How tags of an environment use it: required, usual or possible. */
  in: Partial<Record<Environment, 'required' | 'usual' | 'possible'>>;
  /** Other names that serving accepts. */
  aliases?: readonly string[];
}

const possible = { web: 'possible', mobileWeb: 'possible', app: 'possible', ctv: 'possible' } as const;
const usual = { web: 'usual', mobileWeb: 'usual', app: 'usual', ctv: 'usual' } as const;
const pageAddress = { web: 'required', mobileWeb: 'required' } as const;
const ofApp = { app: 'required', ctv: 'required' } as const;
const ofDevice = { app: 'usual', ctv: 'usual' } as const;
const ofServer = { web: 'possible', mobileWeb: 'possible', app: 'possible', ctv: 'usual' } as const;

/** Every parameter that serving reads, in the order of the tag. In apps the app takes the place of the page. */
export const tagParameters: readonly KnownParameter[] = [
  {
    param: 'cb',
    macro: '[CACHEBUSTING]',
    help: 'Random number that prevents caching',
    group: 'request',
    in: usual,
  },
  {
    param: 'url',
    macro: '[PAGEURL]',
    help: 'Page URL',
    group: 'request',
    in: pageAddress,
    aliases: ['page', 'page_url', 'ref'],
  },
  {
    param: 'domain',
    macro: '[DOMAIN]',
    help: 'Site domain, if the page URL is unknown',
    group: 'request',
    in: { web: 'possible', mobileWeb: 'possible' },
  },
  {
    param: 'app_bundle',
    macro: '[APPBUNDLE]',
    help: 'App bundle or store ID',
    group: 'request',
    in: ofApp,
    aliases: ['bundle', 'app_id'],
  },
  { param: 'app_name', macro: '[APPNAME]', help: 'App name', group: 'request', in: ofApp },
  {
    param: 'app_store_url',
    macro: '[STOREURL]',
    help: 'App store URL',
    group: 'request',
    in: ofApp,
  },
  {
    param: 'app_store_id',
    macro: '[STOREID]',
    help: 'App store ID',
    group: 'request',
    in: { app: 'possible', ctv: 'possible' },
  },
  {
    param: 'ip',
    macro: '[DEVICEIP]',
    help: 'Viewer IP address, for server-side requests',
    group: 'device',
    in: ofServer,
  },
  {
    param: 'ua',
    macro: '[DEVICEUA]',
    help: 'Viewer user agent, for server-side requests',
    group: 'device',
    in: ofServer,
  },
  {
    param: 'did',
    macro: '[IFA]',
    help: 'Device advertising ID',
    group: 'device',
    in: ofDevice,
    aliases: ['ifa'],
  },
  {
    param: 'did_type',
    macro: '[IFATYPE]',
    help: 'Advertising ID type',
    group: 'device',
    in: ofDevice,
    aliases: ['ifa_type'],
  },
  {
    param: 'lmt',
    macro: '[LIMITADTRACKING]',
    help: '1 if the viewer limits ad tracking',
    group: 'device',
    in: ofDevice,
    aliases: ['dnt'],
  },
  { param: 'lang', macro: '[LANGUAGE]', help: 'Viewer language', group: 'device', in: possible },
  { param: 'lat', macro: '[LATITUDE]', help: 'Viewer latitude', group: 'device', in: possible },
  { param: 'lon', macro: '[LONGITUDE]', help: 'Viewer longitude', group: 'device', in: possible },
  { param: 'w', macro: '[PLAYERWIDTH]', help: 'Player width in pixels', group: 'player', in: usual },
  { param: 'h', macro: '[PLAYERHEIGHT]', help: 'Player height in pixels', group: 'player', in: usual },
  {
    param: 'player',
    macro: '[CLIENTUA]',
    help: 'Player name and version',
    group: 'player',
    in: possible,
  },
  {
    param: 'startdelay',
    macro: '[STARTDELAY]',
    help: 'Start delay in seconds: 0 pre-roll, -1 mid-roll, -2 post-roll',
    group: 'player',
    in: possible,
  },
  {
    param: 'plcmt',
    macro: '[PLACEMENTTYPE]',
    help: 'Placement type: 1 instream, 2 accompanying content, 3 interstitial, 4 no content/standalone',
    group: 'player',
    in: possible,
    aliases: ['placement'],
  },
  {
    param: 'playbackmethod',
    macro: '[PLAYBACKMETHODS]',
    help: 'Playback methods, AdCOM values',
    group: 'player',
    in: possible,
  },
  {
    param: 'protocols',
    macro: '[VASTVERSIONS]',
    help: 'Supported VAST versions, AdCOM values',
    group: 'player',
    in: possible,
  },
  {
    param: 'api',
    macro: '[APIFRAMEWORKS]',
    help: 'Supported API frameworks, AdCOM values',
    group: 'player',
    in: possible,
  },
  { param: 'mimes', macro: '[MEDIAMIME]', help: 'Supported MIME types', group: 'player', in: possible },
  {
    param: 'omidpartner',
    macro: '[OMIDPARTNER]',
    help: 'Open Measurement partner name and version',
    group: 'player',
    in: possible,
  },
  {
    param: 'min_dur',
    macro: '[BREAKMINADLENGTH]',
    help: 'Minimum ad duration in seconds',
    group: 'player',
    in: possible,
  },
  {
    param: 'max_dur',
    macro: '[BREAKMAXADLENGTH]',
    help: 'Maximum ad duration in seconds',
    group: 'player',
    in: possible,
  },
  {
    param: 'pod_dur',
    macro: '[BREAKMAXDURATION]',
    help: 'Ad break duration in seconds',
    group: 'player',
    in: possible,
  },
  {
    param: 'pod_slots',
    macro: '[BREAKMAXADS]',
    help: 'Maximum number of ads in the break',
    group: 'player',
    in: possible,
  },
  { param: 'content_id', macro: '[CONTENTID]', help: 'Content ID', group: 'content', in: possible },
  { param: 'content_url', macro: '[CONTENTURI]', help: 'Content URL', group: 'content', in: possible },
  { param: 'cat', macro: '[CONTENTCAT]', help: 'IAB categories of the content', group: 'content', in: possible },
  {
    param: 'bcat',
    macro: '[BLOCKEDADCATEGORIES]',
    help: 'Blocked IAB ad categories',
    group: 'content',
    in: possible,
  },
  { param: 'gdpr', macro: '[GDPR]', help: '1 if GDPR applies, else 0', group: 'privacy', in: usual },
  {
    param: 'consent',
    macro: '[GDPRCONSENT]',
    help: 'TCF consent string',
    group: 'privacy',
    in: usual,
    aliases: ['gdpr_consent'],
  },
  { param: 'us_privacy', macro: '[US_PRIVACY]', help: 'US Privacy string', group: 'privacy', in: usual },
  { param: 'gpp', macro: '[GPPSTRING]', help: 'GPP string', group: 'privacy', in: usual },
  {
    param: 'gpp_sid',
    macro: '[GPPSECTIONID]',
    help: 'IDs of the GPP sections that apply',
    group: 'privacy',
    in: usual,
  },
  {
    param: 'coppa',
    macro: '[COPPA]',
    help: '1 if the content is directed to children (COPPA), else 0',
    group: 'privacy',
    in: possible,
  },
  { param: 'schain', macro: '[SCHAIN]', help: 'Serialized supply chain (schain)', group: 'privacy', in: possible },
];

/** The parameters of a channel's tag: those that serving reads in its environment, and the account's own. */
export function parametersOf(
  { environment }: Pick<ChannelRow, 'environment'>,
  own: readonly string[],
): ChannelTagParameter[] {
  const known = tagParameters.flatMap(({ in: environments, aliases = [], ...parameter }): ChannelTagParameter[] => {
    const need = environments[environment];
    if (need === undefined) return [];
    return [{ ...parameter, aliases: [...aliases], isRequired: need === 'required', isUsual: need !== 'possible' }];
  });
  const taken = new Set(tagParameters.map(({ param }) => param));
  const ofAccount = own
    .filter((param) => !taken.has(param))
    .map((param): ChannelTagParameter => ({
      param,
      macro: `[${param.toUpperCase()}]`,
      help: 'A parameter of your account',
      group: 'account',
      aliases: [],
      isRequired: false,
      isUsual: true,
    }));
  return [...known, ...ofAccount];
}
