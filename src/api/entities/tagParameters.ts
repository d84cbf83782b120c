import type { ChannelRow, Environment } from '#model/index.ts';
import type { ChannelTagParameter } from './channelTagContract.ts';

/** A parameter of a channel's tag, and the environments in which tags can have it. */
interface KnownParameter extends Pick<ChannelTagParameter, 'param' | 'macro' | 'help' | 'group'> {
  /** How tags of an environment use it; environments that are not listed cannot. Absent: possible in all. */
  in?: Partial<Record<Environment, 'required' | 'usual' | 'possible'>>;
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
  { param: 'cb', macro: '[CACHEBUSTING]', help: 'Random number that prevents caching', group: 'request', in: usual },
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
  { param: 'app_store_url', macro: '[STOREURL]', help: 'App store URL', group: 'request', in: ofApp },
  {
    param: 'app_store_id',
    macro: '[STOREID]',
    help: 'App store ID',
    group: 'request',
    in: { app: 'possible', ctv: 'possible' },
  },
  {
    param: 'app_ver',
    macro: '[APPVERSION]',
    help: 'App version',
    group: 'request',
    in: { app: 'possible', ctv: 'possible' },
  },
  { param: 'pubid', macro: '[PUBLISHERID]', help: 'Publisher ID', group: 'request' },
  {
    param: 'pub_name',
    macro: '[PUBLISHERNAME]',
    help: 'Publisher name',
    group: 'request',
    aliases: ['publisher_name'],
  },
  {
    param: 'pub_domain',
    macro: '[PUBLISHERDOMAIN]',
    help: 'Publisher domain',
    group: 'request',
    aliases: ['publisher_domain'],
  },
  { param: 'sub_id', macro: '[SUBPUBLISHERID]', help: 'Sub-publisher ID', group: 'request' },
  {
    param: 'inventorypartnerdomain',
    macro: '[INVENTORYPARTNERDOMAIN]',
    help: 'Domain of the partner whose ads.txt authorizes the seller',
    group: 'request',
  },
  { param: 'bidfloor', macro: '[BIDFLOOR]', help: 'Floor as CPM in USD', group: 'request' },
  {
    param: 'bidfloorcur',
    macro: '[BIDFLOORCURRENCY]',
    help: 'Currency of the floor; floors in other currencies than USD are ignored',
    group: 'request',
  },
  { param: 'deal', macro: '[DEALIDS]', help: 'IDs of deals, separated by commas', group: 'request' },
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
  { param: 'did', macro: '[IFA]', help: 'Device advertising ID', group: 'device', in: ofDevice, aliases: ['ifa'] },
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
  { param: 'user_id', macro: '[USERID]', help: 'Your ID of the viewer', group: 'device', aliases: ['uid'] },
  { param: 'lang', macro: '[LANGUAGE]', help: 'Viewer language', group: 'device', aliases: ['language'] },
  { param: 'lat', macro: '[LATITUDE]', help: 'Viewer latitude', group: 'device' },
  { param: 'lon', macro: '[LONGITUDE]', help: 'Viewer longitude', group: 'device' },
  {
    param: 'country',
    macro: '[COUNTRY]',
    help: 'Viewer country, ISO 3166-1 code',
    group: 'device',
    aliases: ['geo_country'],
  },
  { param: 'region', macro: '[REGION]', help: 'Viewer region, ISO 3166-2 code', group: 'device', aliases: ['state'] },
  { param: 'city', macro: '[CITY]', help: 'Viewer city', group: 'device' },
  {
    param: 'zip',
    macro: '[POSTALCODE]',
    help: 'Viewer postal code',
    group: 'device',
    aliases: ['postal', 'postal_code'],
  },
  { param: 'dma', macro: '[DMA]', help: 'Viewer metro area (DMA code)', group: 'device', aliases: ['metro'] },
  { param: 'devicetype', macro: '[DEVICETYPE]', help: 'Device type, AdCOM value', group: 'device' },
  { param: 'make', macro: '[DEVICEMAKE]', help: 'Device make', group: 'device' },
  { param: 'model', macro: '[DEVICEMODEL]', help: 'Device model', group: 'device' },
  { param: 'os', macro: '[OS]', help: 'Operating system', group: 'device' },
  { param: 'osv', macro: '[OSVERSION]', help: 'Operating system version', group: 'device' },
  { param: 'carrier', macro: '[CARRIER]', help: 'Carrier or internet provider', group: 'device', aliases: ['isp'] },
  {
    param: 'connection',
    macro: '[CONNECTIONTYPE]',
    help: 'Connection type: AdCOM value, or ethernet, wifi, cellular, 2g to 5g',
    group: 'device',
    aliases: ['connectiontype'],
  },
  { param: 'w', macro: '[PLAYERWIDTH]', help: 'Player width in pixels', group: 'player', in: usual },
  { param: 'h', macro: '[PLAYERHEIGHT]', help: 'Player height in pixels', group: 'player', in: usual },
  { param: 'player', macro: '[CLIENTUA]', help: 'Player name and version', group: 'player' },
  {
    param: 'startdelay',
    macro: '[STARTDELAY]',
    help: 'Start delay in seconds: 0 pre-roll, -1 mid-roll, -2 post-roll',
    group: 'player',
  },
  {
    param: 'plcmt',
    macro: '[PLACEMENTTYPE]',
    help: 'Placement type: 1 instream, 2 accompanying content, 3 interstitial, 4 no content/standalone',
    group: 'player',
    aliases: ['placement'],
  },
  { param: 'playbackmethod', macro: '[PLAYBACKMETHODS]', help: 'Playback methods, AdCOM values', group: 'player' },
  {
    param: 'vast',
    macro: '[VASTVERSION]',
    help: 'Highest supported VAST version, from 2.0 to 4.3',
    group: 'player',
    aliases: ['vast_version', 'v'],
  },
  { param: 'protocols', macro: '[VASTVERSIONS]', help: 'Supported VAST versions, AdCOM values', group: 'player' },
  { param: 'api', macro: '[APIFRAMEWORKS]', help: 'Supported API frameworks, AdCOM values', group: 'player' },
  {
    param: 'adtype',
    macro: '[ADTYPE]',
    help: 'Ads to play: video, audio or hybrid (both). Default: as in mimes',
    group: 'player',
  },
  { param: 'mimes', macro: '[MEDIAMIME]', help: 'Supported MIME types', group: 'player' },
  {
    param: 'linearity',
    macro: '[LINEARITY]',
    help: 'Accepted ads: 1 linear, 2 overlays (non-linear)',
    group: 'player',
  },
  {
    param: 'delivery',
    macro: '[DELIVERYMETHODS]',
    help: 'Supported delivery methods: 1 streaming, 2 progressive',
    group: 'player',
  },
  { param: 'minbitrate', macro: '[MINBITRATE]', help: 'Minimum media bitrate in kbit/s', group: 'player' },
  { param: 'maxbitrate', macro: '[MAXBITRATE]', help: 'Maximum media bitrate in kbit/s', group: 'player' },
  { param: 'skip', macro: '[SKIPPABLE]', help: '1 if ads can be skipped, else 0', group: 'player' },
  { param: 'skipmin', macro: '[SKIPMIN]', help: 'Seconds that an ad must exceed to be skippable', group: 'player' },
  { param: 'skipafter', macro: '[SKIPAFTER]', help: 'Seconds of play before an ad can be skipped', group: 'player' },
  { param: 'pos', macro: '[ADPOSITION]', help: 'Position on the screen, AdCOM value', group: 'player' },
  { param: 'omidpartner', macro: '[OMIDPARTNER]', help: 'Open Measurement partner name and version', group: 'player' },
  {
    param: 'feed',
    macro: '[FEED]',
    help: 'Audio feed, AdCOM value: 1 music service, 2 broadcast, 3 podcast',
    group: 'player',
  },
  {
    param: 'stitched',
    macro: '[STITCHED]',
    help: '1 if audio ads are stitched into the content, else 0',
    group: 'player',
  },
  { param: 'nvol', macro: '[NVOL]', help: 'Volume normalization of audio ads, AdCOM value', group: 'player' },
  { param: 'min_dur', macro: '[BREAKMINADLENGTH]', help: 'Minimum ad duration in seconds', group: 'player' },
  { param: 'max_dur', macro: '[BREAKMAXADLENGTH]', help: 'Maximum ad duration in seconds', group: 'player' },
  { param: 'pod_dur', macro: '[BREAKMAXDURATION]', help: 'Ad break duration in seconds', group: 'player' },
  { param: 'pod_slots', macro: '[BREAKMAXADS]', help: 'Maximum number of ads in the break', group: 'player' },
  {
    param: 'podid',
    macro: '[PODID]',
    help: 'ID of the ad break, the same in each request for one of its slots',
    group: 'player',
  },
  { param: 'content_id', macro: '[CONTENTID]', help: 'Content ID', group: 'content' },
  { param: 'content_url', macro: '[CONTENTURI]', help: 'Content URL', group: 'content' },
  { param: 'cat', macro: '[CONTENTCAT]', help: 'IAB categories of the content', group: 'content' },
  { param: 'content_title', macro: '[CONTENTTITLE]', help: 'Content title', group: 'content' },
  { param: 'content_series', macro: '[CONTENTSERIES]', help: 'Content series', group: 'content' },
  { param: 'content_season', macro: '[CONTENTSEASON]', help: 'Content season', group: 'content' },
  { param: 'content_episode', macro: '[CONTENTEPISODE]', help: 'Content episode number', group: 'content' },
  { param: 'content_genre', macro: '[CONTENTGENRE]', help: 'Content genre', group: 'content' },
  { param: 'content_rating', macro: '[CONTENTRATING]', help: 'Content rating, such as TV-PG', group: 'content' },
  { param: 'content_len', macro: '[CONTENTLENGTH]', help: 'Content duration in seconds', group: 'content' },
  { param: 'content_lang', macro: '[CONTENTLANGUAGE]', help: 'Content language', group: 'content' },
  { param: 'livestream', macro: '[LIVESTREAM]', help: '1 if the content is live, else 0', group: 'content' },
  {
    param: 'channel_name',
    macro: '[CHANNELNAME]',
    help: 'Name of the channel that the content is on',
    group: 'content',
  },
  {
    param: 'network_name',
    macro: '[NETWORKNAME]',
    help: 'Name of the network that the content is on',
    group: 'content',
  },
  { param: 'keywords', macro: '[KEYWORDS]', help: 'Keywords, separated by commas', group: 'content' },
  { param: 'bcat', macro: '[BLOCKEDADCATEGORIES]', help: 'Blocked IAB ad categories', group: 'content' },
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
  },
  { param: 'gpc', macro: '[GPC]', help: '1 if Global Privacy Control is on', group: 'privacy' },
  { param: 'schain', macro: '[SCHAIN]', help: 'Serialized supply chain (schain)', group: 'privacy' },
];

/**
 * The parameters of a channel's tag: those that serving reads in its environment, and the account's own. By default, tags
 * have the usual ones and those of the account.
 */
export function parametersOf(
  { environment }: Pick<ChannelRow, 'environment'>,
  own: readonly string[],
): ChannelTagParameter[] {
  const known = tagParameters.flatMap(
    ({ in: environments = possible, aliases = [], ...parameter }): ChannelTagParameter[] => {
      const need = environments[environment];
      if (need === undefined) return [];
      const isUsual = need !== 'possible' || own.includes(parameter.param);
      return [{ ...parameter, aliases: [...aliases], isRequired: need === 'required', isUsual }];
    },
  );
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
