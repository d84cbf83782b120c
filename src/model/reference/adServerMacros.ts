import type { Environment } from '../supply/environments.ts';

/** The macros of an ad server or player for the parameters of a VAST tag. */
export interface AdServerPreset {
  id: string;
  label: string;
  /** Environments in which it runs. */
  environments: readonly Environment[];
  /** Macros by parameter; a value without delimiters is constant. Parameters that are not listed cannot be filled. */
  macros: Readonly<Record<string, string>>;
  /** Prerequisites for using it. */
  note?: string;
}

const pages: readonly Environment[] = ['web', 'mobileWeb'];
const everywhere: readonly Environment[] = ['web', 'mobileWeb', 'app', 'ctv'];

/** The ad servers and players with documented macros, by name. */
export const adServerPresets: readonly AdServerPreset[] = [
  {
    id: 'aniview',
    label: 'Aniview',
    environments: pages,
    macros: {
      url: '[AV_URL]',
      domain: '[AV_DOMAIN]',
      ip: '[AV_IP]',
      ua: '[AV_USERAGENT]',
      w: '[AV_WIDTH]',
      h: '[AV_HEIGHT]',
      schain: '[AV_SCHAIN]',
    },
  },
  {
    id: 'brightcove',
    label: 'Brightcove, Video.js',
    environments: pages,
    macros: {
      cb: '{random}',
      url: '{player.pageUrl}',
      w: '{player.widthInt}',
      h: '{player.heightInt}',
      lang: '{player.language}',
      content_id: '{mediainfo.id}',
      gdpr: '{tcf.gdprAppliesInt}',
      consent: '{tcf.tcString}',
      us_privacy: '{usp.uspString}',
    },
  },
  {
    id: 'freewheel',
    label: 'FreeWheel',
    environments: everywhere,
    macros: {
      cb: '#{ad.ref.random}',
      did: '#{request.deviceId}',
      gdpr: "#{request.keyValue('_fw_gdpr')}",
      consent: "#{request.keyValue('_fw_gdpr_consent')}",
    },
    note: "Other values come from key-values of your network: type #{request.keyValue('…')} with the key.",
  },
  {
    id: 'gam',
    label: 'Google Ad Manager, VAST redirect',
    environments: everywhere,
    macros: {
      cb: '%%CACHEBUSTER%%',
      url: '%%REFERRER_URL_ESC%%',
      domain: '%%SITE%%',
      did: '%%ADVERTISING_IDENTIFIER_PLAIN%%',
      did_type: '%%ADVERTISING_IDENTIFIER_TYPE%%',
      lmt: '%%ADVERTISING_IDENTIFIER_IS_LAT%%',
      w: '%%WIDTH%%',
      h: '%%HEIGHT%%',
      gdpr: '${GDPR}',
      us_privacy: '${US_PRIVACY}',
    },
    note: 'Key-values of your ad requests are %%PATTERN:key%%.',
  },
  {
    id: 'gamDai',
    label: 'Google Ad Manager, dynamic ad insertion',
    environments: everywhere,
    macros: {
      cb: '[CACHEBUSTING]',
      url: '[PAGEURL]',
      domain: '[DOMAIN]',
      app_bundle: '[APPBUNDLE]',
      did: '[IFA]',
      did_type: '[IFATYPE]',
      lmt: '[LIMITADTRACKING]',
      player: '[CLIENTUA]',
      plcmt: '[PLACEMENTTYPE]',
      api: '[APIFRAMEWORKS]',
      mimes: '[MEDIAMIME]',
      omidpartner: '[OMIDPARTNER]',
      pod_dur: '[BREAKMAXDURATION]',
      gdpr: '%%GDPR%%',
      consent: '[GDPRCONSENT]',
    },
  },
  {
    id: 'jw',
    label: 'JW Player',
    environments: everywhere,
    macros: {
      cb: '__random-number__',
      url: '__page-url__',
      domain: '__domain__',
      app_bundle: '__app-bundle__',
      app_name: '__app-name__',
      ua: '__device-ua__',
      did: '__device-id__',
      w: '__player-width__',
      h: '__player-height__',
      content_id: '__item-mediaid__',
      content_url: '__item-file__',
      gdpr: '__gdpr__',
      consent: '__gdpr_consent__',
    },
    note: 'Each macro may stand once in a tag.',
  },
  {
    id: 'springserve',
    label: 'Magnite SpringServe',
    environments: everywhere,
    macros: {
      cb: '{{CACHEBUSTER}}',
      url: '{{ENCODED_URL}}',
      domain: '{{DOMAIN}}',
      app_bundle: '{{APP_BUNDLE}}',
      app_name: '{{APP_NAME}}',
      app_store_url: '{{APP_STORE_URL}}',
      ip: '{{IP}}',
      ua: '{{USER_AGENT}}',
      did: '{{DEVICE_ID}}',
      did_type: '{{IFA_TYPE}}',
      lmt: '{{LMT}}',
      lat: '{{LAT}}',
      lon: '{{LON}}',
      lang: '{{LANGUAGE}}',
      w: '{{WIDTH}}',
      h: '{{HEIGHT}}',
      playbackmethod: '{{PLAYBACKMETHOD}}',
      min_dur: '{{MINIMUM_DURATION}}',
      max_dur: '{{MAXIMUM_DURATION}}',
      pod_dur: '{{POD_MAX_DUR}}',
      pod_slots: '{{POD_AD_SLOTS}}',
      content_id: '{{CONTENT_ID}}',
      cat: '{{IAB_CATEGORY}}',
      gdpr: '{{GDPR}}',
      consent: '{{CONSENT}}',
      us_privacy: '{{US_PRIVACY}}',
      coppa: '{{COPPA}}',
      schain: '{{SCHAIN}}',
    },
  },
  {
    id: 'roku',
    label: 'Roku Advertising Framework',
    environments: ['ctv'],
    macros: {
      cb: 'ROKU_ADS_CACHE_BUSTER',
      app_bundle: 'ROKU_ADS_APP_ID',
      ip: 'ROKU_ADS_EXTERNAL_IP',
      ua: 'ROKU_ADS_USER_AGENT',
      did: 'ROKU_ADS_TRACKING_ID',
      did_type: 'rida',
      w: 'ROKU_ADS_DISPLAY_WIDTH',
      h: 'ROKU_ADS_DISPLAY_HEIGHT',
      content_id: 'ROKU_ADS_CONTENT_ID',
    },
  },
  {
    id: 'xandr',
    label: 'Xandr',
    environments: ['web', 'mobileWeb', 'app'],
    macros: {
      cb: '${CACHEBUSTER}',
      url: '${REFERER_URL_ENC}',
      app_bundle: '${EXT_APP_ID}',
      app_store_url: '${REFERER_URL_ENC}',
      ua: '${USER_AGENT_ENC}',
      did: '${DEVICE_APPLE_IDA}${DEVICE_AAID}',
      w: '${WIDTH}',
      h: '${HEIGHT}',
    },
  },
];
