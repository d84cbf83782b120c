/** Sections of a targeting: each is a tab of its form, with a policy for requests without a value. */
export const dimensionGroups = {
  geography: { label: 'Geography', unknownField: 'unknownGeography' },
  devices: { label: 'Devices', unknownField: 'unknownDevices' },
  origins: { label: 'Apps and sites', unknownField: 'unknownOrigins' },
  network: { label: 'Network', unknownField: 'unknownNetwork' },
  player: { label: 'Player', unknownField: 'unknownPlayer' },
  content: { label: 'Content', unknownField: 'unknownContent' },
  privacy: { label: 'Privacy', unknownField: 'unknownPrivacy' },
  time: { label: 'Time', unknownField: null },
} as const;

export type DimensionGroup = keyof typeof dimensionGroups;

interface DimensionInfo {
  label: string;
  group: DimensionGroup;
}

/**
 * All dimensions of a targeting, in the order of evaluation and display: a request must pass all of them. The name of a
 * dimension is part of its reason, "targeting_country".
 */
export const dimensions = {
  country: { label: 'Country', group: 'geography' },
  us_state: { label: 'US state', group: 'geography' },
  region: { label: 'Region', group: 'geography' },
  city: { label: 'City', group: 'geography' },
  postal_code: { label: 'Postal code', group: 'geography' },
  dma: { label: 'DMA', group: 'geography' },
  area: { label: 'Area', group: 'geography' },
  device: { label: 'Device type', group: 'devices' },
  os: { label: 'Operating system', group: 'devices' },
  family: { label: 'TV or browser family', group: 'devices' },
  language: { label: 'Language', group: 'devices' },
  device_id: { label: 'Device ID', group: 'devices' },
  user_id: { label: 'User ID', group: 'devices' },
  device_id_list: { label: 'Device ID list', group: 'devices' },
  environment: { label: 'Environment', group: 'origins' },
  app_list: { label: 'App list', group: 'origins' },
  app_name_list: { label: 'App name list', group: 'origins' },
  site_list: { label: 'Site list', group: 'origins' },
  publisher_list: { label: 'Publisher list', group: 'origins' },
  sub_id_list: { label: 'Sub ID list', group: 'origins' },
  schain: { label: 'Supply chain', group: 'origins' },
  ip_list: { label: 'IP address list', group: 'network' },
  connection: { label: 'Connection', group: 'network' },
  carrier: { label: 'ISP or carrier', group: 'network' },
  postal_list: { label: 'Postal code list', group: 'geography' },
  player_size: { label: 'Player size', group: 'player' },
  placement: { label: 'Placement', group: 'player' },
  position: { label: 'Position', group: 'player' },
  skippable: { label: 'Skippable', group: 'player' },
  category: { label: 'Content category', group: 'content' },
  genre: { label: 'Genre', group: 'content' },
  rating: { label: 'Rating', group: 'content' },
  livestream: { label: 'Live stream', group: 'content' },
  channel_name: { label: 'TV channel', group: 'content' },
  network_name: { label: 'TV network', group: 'content' },
  key_value: { label: 'Key-values', group: 'content' },
  gdpr: { label: 'GDPR', group: 'privacy' },
  consent: { label: 'Consent', group: 'privacy' },
  us_privacy: { label: 'US privacy', group: 'privacy' },
  gpp: { label: 'GPP', group: 'privacy' },
  gpc: { label: 'Global Privacy Control', group: 'privacy' },
  coppa: { label: 'COPPA', group: 'privacy' },
  tracking: { label: 'Limit ad tracking', group: 'privacy' },
  hour: { label: 'Hour of the week', group: 'time' },
} as const satisfies Record<string, DimensionInfo>;

export type Dimension = keyof typeof dimensions;

/** The names of all dimensions, in order. */
export const dimensionNames = Object.keys(dimensions) as Dimension[];
