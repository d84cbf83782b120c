import { integer, number, required, text, type Partner } from './partner.ts';

/**
 * Partners called by OpenRTB, with the parameters of their Prebid Server adapters (the JSON schemas in
 * static/bidder-params). IDs that those accept as number or text are numeric where the partner issues numbers.
 */
export const rtbPartners: readonly Partner[] = [
  {
    id: '33across',
    name: '33Across',
    integration: 'RTB',
    params: [
      required(text('productId', 'Product ID')),
      text('siteId', 'Site ID', { anyOf: 'inventory' }),
      text('zoneId', 'Zone ID', { anyOf: 'inventory' }),
    ],
  },
  {
    id: 'adkernel',
    name: 'AdKernel',
    integration: 'RTB',
    params: [required(integer('zoneId', 'Zone ID'))],
  },
  {
    id: 'adtelligent',
    name: 'Adtelligent',
    integration: 'RTB',
    params: [
      required(integer('aid', 'Source ID')),
      integer('siteId', 'Site ID'),
      integer('placementId', 'Placement ID'),
      number('bidFloor', 'Floor'),
    ],
  },
  {
    id: 'appnexus',
    name: 'Microsoft Monetize (AppNexus)',
    integration: 'RTB',
    params: [
      integer('placementId', 'Placement ID', { oneOf: 'inventory' }),
      text('invCode', 'Inventory code', { oneOf: 'inventory' }),
      integer('member', 'Member ID', { requiredWith: ['invCode'] }),
      number('reserve', 'Floor'),
    ],
  },
  {
    id: 'beachfront',
    name: 'Beachfront',
    integration: 'RTB',
    params: [required(text('appId', 'App ID')), number('bidfloor', 'Floor')],
  },
  {
    id: 'between',
    name: 'BetweenDigital',
    integration: 'RTB',
    params: [required(text('host', 'Host')), required(text('publisher_id', 'Publisher ID'))],
  },
  {
    id: 'cadent_aperture_mx',
    name: 'Cadent Aperture MX',
    integration: 'RTB',
    params: [required(text('tagid', 'Tag ID')), text('bidfloor', 'Floor')],
  },
  {
    id: 'colossus',
    name: 'Colossus',
    integration: 'RTB',
    params: [text('TagID', 'Tag ID', { oneOf: 'inventory' }), text('groupId', 'Group ID', { oneOf: 'inventory' })],
  },
  {
    id: 'connectad',
    name: 'ConnectAd',
    integration: 'RTB',
    params: [
      required(integer('networkId', 'Network ID')),
      required(integer('siteId', 'Site ID')),
      number('bidfloor', 'Floor'),
    ],
  },
  {
    id: 'conversant',
    name: 'Epsilon (Conversant)',
    integration: 'RTB',
    params: [required(text('site_id', 'Site ID')), text('tag_id', 'Tag ID'), number('bidfloor', 'Floor')],
  },
  {
    id: 'criteo',
    name: 'Criteo',
    integration: 'RTB',
    params: [
      integer('zoneId', 'Zone ID', { anyOf: 'inventory' }),
      integer('networkId', 'Network ID', { anyOf: 'inventory' }),
      text('pubid', 'Publisher ID'),
      integer('uid', 'Ad unit ID'),
    ],
  },
  {
    id: 'exco',
    name: 'EX.CO',
    integration: 'RTB',
    params: [
      required(text('accountId', 'Account ID')),
      required(text('publisherId', 'Publisher ID')),
      required(text('tagId', 'Tag ID')),
    ],
  },
  {
    id: 'fwssp',
    name: 'FreeWheel SSP',
    integration: 'RTB',
    params: [
      required(text('network_id', 'Network ID')),
      required(text('profile_id', 'Profile')),
      required(text('custom_site_section_id', 'Site section')),
    ],
  },
  {
    id: 'gumgum',
    name: 'GumGum',
    integration: 'RTB',
    params: [
      text('zone', 'Zone', { anyOf: 'inventory' }),
      integer('pubId', 'Publisher ID', { anyOf: 'inventory' }),
      integer('slot', 'Slot ID'),
      text('product', 'Product'),
    ],
  },
  {
    id: 'improvedigital',
    name: 'Improve Digital',
    integration: 'RTB',
    params: [required(integer('placementId', 'Placement ID')), integer('publisherId', 'Publisher ID')],
  },
  {
    id: 'inmobi',
    name: 'InMobi',
    integration: 'RTB',
    params: [required(text('plc', 'Placement ID'))],
  },
  {
    id: 'ix',
    name: 'Index Exchange',
    integration: 'RTB',
    params: [required(text('siteId', 'Site ID')), text('sid', 'Slot ID')],
  },
  {
    id: 'kargo',
    name: 'Kargo',
    integration: 'RTB',
    params: [required(text('placementId', 'Placement ID'))],
  },
  {
    id: 'limelightDigital',
    name: 'Limelight Digital',
    integration: 'RTB',
    params: [required(text('host', 'Host')), required(integer('publisherId', 'Publisher ID'))],
  },
  {
    id: 'loopme',
    name: 'LoopMe',
    integration: 'RTB',
    params: [
      required(text('publisherId', 'Publisher ID')),
      text('bundleId', 'Bundle ID'),
      text('placementId', 'Placement ID'),
    ],
  },
  {
    id: 'medianet',
    name: 'Media.net',
    integration: 'RTB',
    params: [required(text('cid', 'Customer ID')), required(text('crid', 'Placement ID'))],
  },
  {
    id: 'nobid',
    name: 'NoBid',
    integration: 'RTB',
    params: [required(integer('siteId', 'Site ID')), integer('placementId', 'Placement ID')],
  },
  {
    id: 'onetag',
    name: 'OneTag',
    integration: 'RTB',
    params: [required(text('pubId', 'Publisher ID'))],
  },
  {
    id: 'openx',
    name: 'OpenX',
    integration: 'RTB',
    params: [
      required(text('unit', 'Ad unit ID')),
      text('delDomain', 'Delivery domain', { anyOf: 'customer' }),
      text('platform', 'Platform ID', { anyOf: 'customer' }),
      number('customFloor', 'Floor'),
    ],
  },
  {
    id: 'pubmatic',
    name: 'PubMatic',
    integration: 'RTB',
    params: [required(text('publisherId', 'Publisher ID')), text('adSlot', 'Ad slot'), text('kadfloor', 'Floor')],
  },
  {
    id: 'pulsepoint',
    name: 'PulsePoint',
    integration: 'RTB',
    params: [required(integer('cp', 'Publisher ID')), required(integer('ct', 'Ad tag ID'))],
  },
  {
    id: 'richaudience',
    name: 'Rich Audience',
    integration: 'RTB',
    params: [
      required(text('pid', 'Placement ID')),
      required(text('supplyType', 'Supply type')),
      number('bidFloor', 'Floor'),
    ],
  },
  {
    id: 'rise',
    name: 'Rise',
    integration: 'RTB',
    params: [required(text('org', 'Organization ID')), text('placementId', 'Placement ID')],
  },
  {
    id: 'rubicon',
    name: 'Magnite (Rubicon)',
    integration: 'RTB',
    params: [
      required(integer('accountId', 'Account ID')),
      required(integer('siteId', 'Site ID')),
      required(integer('zoneId', 'Zone ID')),
    ],
  },
  {
    id: 'sharethrough',
    name: 'Sharethrough',
    integration: 'RTB',
    params: [required(text('pkey', 'Placement key'))],
  },
  {
    id: 'smaato',
    name: 'Smaato',
    integration: 'RTB',
    params: [
      required(text('publisherId', 'Publisher ID')),
      text('adspaceId', 'Ad space ID', { anyOf: 'inventory' }),
      text('adbreakId', 'Ad break ID', { anyOf: 'inventory' }),
    ],
  },
  {
    id: 'smartadserver',
    name: 'Equativ (Smart AdServer)',
    integration: 'RTB',
    params: [
      required(integer('networkId', 'Network ID')),
      integer('siteId', 'Site ID', { requiredWith: ['pageId', 'formatId'] }),
      integer('pageId', 'Page ID', { requiredWith: ['siteId', 'formatId'] }),
      integer('formatId', 'Format ID', { requiredWith: ['siteId', 'pageId'] }),
    ],
  },
  {
    id: 'smartyads',
    name: 'SmartyAds',
    integration: 'RTB',
    params: [
      required(text('host', 'Host')),
      required(text('sourceid', 'Partner ID')),
      required(text('accountid', 'Account ID')),
    ],
  },
  {
    id: 'sonobi',
    name: 'Sonobi',
    integration: 'RTB',
    params: [required(text('TagID', 'Placement or ad unit ID'))],
  },
  {
    id: 'sovrn',
    name: 'Sovrn',
    integration: 'RTB',
    params: [required(text('tagid', 'Tag ID')), number('bidfloor', 'Floor'), text('adunitcode', 'Ad unit code')],
  },
  {
    id: 'tappx',
    name: 'Tappx',
    integration: 'RTB',
    params: [
      required(text('tappxkey', 'Tappx key')),
      required(text('endpoint', 'Endpoint')),
      number('bidfloor', 'Floor'),
    ],
  },
  {
    id: 'teads',
    name: 'Teads',
    integration: 'RTB',
    params: [required(integer('placementId', 'Placement ID'))],
  },
  {
    id: 'triplelift',
    name: 'TripleLift',
    integration: 'RTB',
    params: [required(text('inventoryCode', 'Inventory code')), number('floor', 'Floor')],
  },
  {
    id: 'undertone',
    name: 'Undertone',
    integration: 'RTB',
    params: [required(integer('placementId', 'Placement ID')), required(integer('publisherId', 'Publisher ID'))],
  },
  {
    id: 'unruly',
    name: 'Nexxen (Unruly)',
    integration: 'RTB',
    params: [required(integer('siteId', 'Site ID'))],
  },
  {
    id: 'videobyte',
    name: 'VideoByte',
    integration: 'RTB',
    params: [required(text('pubId', 'Publisher ID')), text('placementId', 'Placement ID'), text('nid', 'Network ID')],
  },
  {
    id: 'vidoomy',
    name: 'Vidoomy',
    integration: 'RTB',
    params: [required(text('zoneId', 'Zone ID'))],
  },
  {
    id: 'visx',
    name: 'VIS.X',
    integration: 'RTB',
    params: [required(integer('uid', 'Placement ID'))],
  },
  {
    id: 'yahooAds',
    name: 'Yahoo',
    integration: 'RTB',
    params: [required(text('dcn', 'Site ID')), required(text('pos', 'Placement ID'))],
  },
  {
    id: 'yieldmo',
    name: 'Yieldmo',
    integration: 'RTB',
    params: [required(text('placementId', 'Placement ID'))],
  },
];
