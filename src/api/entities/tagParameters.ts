import type { ChannelRow, Environment } from '#model/index.ts';
import type { ChannelTagParameter } from './channelTagContract.ts';

/** A parameter of a channel's tag, and the environments whose tags can carry it. */
interface KnownParameter extends Pick<ChannelTagParameter, 'param' | 'macro' | 'help' | 'group'> {
  /** What it is in an environment: tags cannot do without it, carry it usually, or may. */
  in: Partial<Record<Environment, 'required' | 'usual' | 'possible'>>;
  /** Other names under which serving reads it. */
  aliases?: readonly string[];
}

const possible = { web: 'possible', mobileWeb: 'possible', app: 'possible', ctv: 'possible' } as const;
const usual = { web: 'usual', mobileWeb: 'usual', app: 'usual', ctv: 'usual' } as const;
const pageAddress = { web: 'required', mobileWeb: 'required' } as const;
const ofApp = { app: 'required', ctv: 'required' } as const;
const ofDevice = { app: 'usual', ctv: 'usual' } as const;
const ofServer = { web: 'possible', mobileWeb: 'possible', app: 'possible', ctv: 'usual' } as const;

/** Every parameter that serving reads, in the order of the tag. In apps the app stands for the page. */
export const tagParameters: readonly KnownParameter[] = [
  {
    param: 'cb',
    macro: '[CACHEBUSTING]',
    help: 'A random number, so that no cache answers',
    group: 'request',
    in: usual,
  },
  {
    param: 'url',
    macro: '[PAGEURL]',
    help: 'Address of the page',
    group: 'request',
    in: pageAddress,
    aliases: ['page', 'page_url', 'ref'],
  },
  {
    param: 'domain',
    macro: '[DOMAIN]',
    help: 'Host of the page, where its address is not known',
    group: 'request',
    in: { web: 'possible', mobileWeb: 'possible' },
  },
  {
    param: 'app_bundle',
    macro: '[APPBUNDLE]',
    help: 'Bundle or store id of the app',
    group: 'request',
    in: ofApp,
    aliases: ['bundle', 'app_id'],
  },
  { param: 'app_name', macro: '[APPNAME]', help: 'Name of the app', group: 'request', in: ofApp },
  {
    param: 'app_store_url',
    macro: '[STOREURL]',
    help: 'Address of the app in its store',
    group: 'request',
    in: ofApp,
  },
  {
    param: 'app_store_id',
    macro: '[STOREID]',
    help: 'Id of the app in its store',
    group: 'request',
    in: { app: 'possible', ctv: 'possible' },
  },
  {
    param: 'ip',
    macro: '[DEVICEIP]',
    help: 'Address of the viewer, when a server asks for the ad',
    group: 'device',
    in: ofServer,
  },
  {
    param: 'ua',
    macro: '[DEVICEUA]',
    help: 'User agent of the viewer, when a server asks',
    group: 'device',
    in: ofServer,
  },
  {
    param: 'did',
    macro: '[IFA]',
    help: 'Advertising id of the device',
    group: 'device',
    in: ofDevice,
    aliases: ['ifa'],
  },
  {
    param: 'did_type',
    macro: '[IFATYPE]',
    help: 'Kind of the advertising id',
    group: 'device',
    in: ofDevice,
    aliases: ['ifa_type'],
  },
  {
    param: 'lmt',
    macro: '[LIMITADTRACKING]',
    help: '1 when the viewer limits tracking',
    group: 'device',
    in: ofDevice,
    aliases: ['dnt'],
  },
  { param: 'lang', macro: '[LANGUAGE]', help: 'Language of the viewer', group: 'device', in: possible },
  { param: 'lat', macro: '[LATITUDE]', help: 'Latitude of the viewer', group: 'device', in: possible },
  { param: 'lon', macro: '[LONGITUDE]', help: 'Longitude of the viewer', group: 'device', in: possible },
  { param: 'w', macro: '[PLAYERWIDTH]', help: 'Width of the player in pixels', group: 'player', in: usual },
  { param: 'h', macro: '[PLAYERHEIGHT]', help: 'Height of the player in pixels', group: 'player', in: usual },
  {
    param: 'player',
    macro: '[CLIENTUA]',
    help: 'Name and version of the player',
    group: 'player',
    in: possible,
  },
  {
    param: 'startdelay',
    macro: '[STARTDELAY]',
    help: 'Second of the content: 0 before, -1 within, -2 after it',
    group: 'player',
    in: possible,
  },
  {
    param: 'plcmt',
    macro: '[PLACEMENTTYPE]',
    help: 'Kind of placement: 1 instream, 2 accompanying, 3 interstitial, 4 no content',
    group: 'player',
    in: possible,
    aliases: ['placement'],
  },
  {
    param: 'playbackmethod',
    macro: '[PLAYBACKMETHODS]',
    help: 'How playback starts, AdCOM numbers',
    group: 'player',
    in: possible,
  },
  {
    param: 'protocols',
    macro: '[VASTVERSIONS]',
    help: 'VAST versions read, AdCOM numbers',
    group: 'player',
    in: possible,
  },
  {
    param: 'api',
    macro: '[APIFRAMEWORKS]',
    help: 'API frameworks supported, AdCOM numbers',
    group: 'player',
    in: possible,
  },
  { param: 'mimes', macro: '[MEDIAMIME]', help: 'MIME types played', group: 'player', in: possible },
  {
    param: 'omidpartner',
    macro: '[OMIDPARTNER]',
    help: 'Open Measurement partner, name and version',
    group: 'player',
    in: possible,
  },
  { param: 'min_dur', macro: '[BREAKMINADLENGTH]', help: 'Shortest ad in seconds', group: 'player', in: possible },
  { param: 'max_dur', macro: '[BREAKMAXADLENGTH]', help: 'Longest ad in seconds', group: 'player', in: possible },
  {
    param: 'pod_dur',
    macro: '[BREAKMAXDURATION]',
    help: 'Length of the break in seconds',
    group: 'player',
    in: possible,
  },
  { param: 'pod_slots', macro: '[BREAKMAXADS]', help: 'Most ads in the break', group: 'player', in: possible },
  { param: 'content_id', macro: '[CONTENTID]', help: 'Id of the content', group: 'content', in: possible },
  { param: 'content_url', macro: '[CONTENTURI]', help: 'Address of the content', group: 'content', in: possible },
  { param: 'cat', macro: '[CONTENTCAT]', help: 'IAB categories of the content', group: 'content', in: possible },
  {
    param: 'bcat',
    macro: '[BLOCKEDADCATEGORIES]',
    help: 'IAB categories of ads that are refused',
    group: 'content',
    in: possible,
  },
  { param: 'gdpr', macro: '[GDPR]', help: '1 where the GDPR applies, else 0', group: 'privacy', in: usual },
  {
    param: 'consent',
    macro: '[GDPRCONSENT]',
    help: 'TCF consent string',
    group: 'privacy',
    in: usual,
    aliases: ['gdpr_consent'],
  },
  { param: 'us_privacy', macro: '[US_PRIVACY]', help: 'US privacy string', group: 'privacy', in: usual },
  { param: 'gpp', macro: '[GPPSTRING]', help: 'GPP string', group: 'privacy', in: usual },
  {
    param: 'gpp_sid',
    macro: '[GPPSECTIONID]',
    help: 'Sections of the GPP string that apply',
    group: 'privacy',
    in: usual,
  },
  { param: 'coppa', macro: '[COPPA]', help: '1 for an audience of children, else 0', group: 'privacy', in: possible },
  { param: 'schain', macro: '[SCHAIN]', help: 'Serialized supply chain', group: 'privacy', in: possible },
];

/** What the tag of a channel can carry: what serving reads in its environment, and the account's own parameters. */
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
