import type { Dimension } from '#model/index.ts';
import { usStateOf } from './geographyRules.ts';
import type { RequestTraits } from './requestTraits.ts';

const yesNo = (value: boolean | null) => (value === null ? '' : value ? 'yes' : 'no');
const presence = (value: string) => (value === '' ? 'none' : value);

/** The request's value in each dimension, as text; empty where the request has none. */
const describe: Record<Exclude<Dimension, 'key_value'>, (traits: RequestTraits) => string> = {
  country: (traits) => traits.country,
  us_state: (traits) => usStateOf(traits),
  region: (traits) => traits.region,
  city: (traits) => traits.city,
  postal_code: (traits) => traits.postalCode,
  dma: (traits) => traits.dma,
  area: ({ location }) => (location ? `${location.latitude}, ${location.longitude}` : ''),
  device: (traits) => traits.device,
  os: (traits) => traits.operatingSystem,
  family: (traits) => traits.family,
  language: (traits) => traits.language,
  device_id: (traits) => presence(traits.deviceId),
  user_id: (traits) => presence(traits.userId),
  device_id_list: (traits) => traits.deviceId,
  environment: (traits) => traits.environment,
  app_list: (traits) => traits.apps.join(', '),
  app_name_list: (traits) => traits.appName,
  site_list: (traits) => traits.site,
  publisher_list: (traits) => traits.publisher,
  sub_id_list: (traits) => traits.subId,
  schain: ({ supplyChain: chain }) => {
    if (chain === null || chain === 'unreadable') return chain ?? '';
    return `${chain.nodes} ${chain.nodes === 1 ? 'node' : 'nodes'}, ${chain.isComplete ? 'complete' : 'incomplete'}`;
  },
  ip_list: (traits) => traits.address,
  connection: (traits) => traits.connection,
  carrier: (traits) => traits.carrier,
  postal_list: (traits) => traits.postalCode,
  player_size: (traits) => traits.playerSize,
  placement: (traits) => traits.placement,
  position: (traits) => traits.position,
  skippable: (traits) => yesNo(traits.isSkippable),
  category: (traits) => traits.categories.join(', '),
  genre: (traits) => traits.genres.join(', '),
  rating: (traits) => traits.rating,
  livestream: (traits) => yesNo(traits.isLivestream),
  channel_name: (traits) => traits.channelName,
  network_name: (traits) => traits.networkName,
  gdpr: (traits) => yesNo(traits.isGdpr),
  consent: (traits) => presence(traits.consent),
  us_privacy: (traits) => traits.usPrivacy,
  gpp: (traits) => presence(traits.gpp),
  gpc: (traits) => yesNo(traits.hasGpc),
  coppa: (traits) => yesNo(traits.isCoppa),
  tracking: (traits) => yesNo(traits.isTrackingLimited),
  hour: ({ hourOfWeek }) => {
    const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][Math.floor(hourOfWeek / 24)] ?? '';
    return `${day} ${String(hourOfWeek % 24).padStart(2, '0')}:00`;
  },
};

/** The request's value in a dimension, as text; for key-values, the parameters that the targeting names. */
export function describeTrait(dimension: Dimension, traits: RequestTraits, keys: readonly string[]): string {
  if (dimension !== 'key_value') return describe[dimension](traits);
  const declared = [...new Set(keys)].map((key) => [key, traits.parameter(key)] as const);
  return declared
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${value}`)
    .join(', ');
}
