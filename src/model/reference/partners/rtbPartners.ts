import { integer, number, required, text, type Partner } from './partner.ts';
import { partnersOf } from './partnersOf.ts';

/**
 * Partners called by OpenRTB, with the parameters of their Prebid Server adapters (the JSON schemas in
 * static/bidder-params). IDs that those accept as number or text are numeric where the partner issues numbers.
 */
export const rtbPartners: readonly Partner[] = partnersOf('RTB', {
  '33across': [
    required(text('productId', 'Product ID')),
    text('siteId', 'Site ID', { anyOf: 'inventory' }),
    text('zoneId', 'Zone ID', { anyOf: 'inventory' }),
  ],
  adkernel: [required(integer('zoneId', 'Zone ID'))],
  adtelligent: [
    required(integer('aid', 'Source ID')),
    integer('siteId', 'Site ID'),
    integer('placementId', 'Placement ID'),
    number('bidFloor', 'Floor'),
  ],
  appnexus: [
    integer('placementId', 'Placement ID', { oneOf: 'inventory' }),
    text('invCode', 'Inventory code', { oneOf: 'inventory' }),
    integer('member', 'Member ID', { requiredWith: ['invCode'] }),
    number('reserve', 'Floor'),
  ],
  beachfront: [required(text('appId', 'App ID')), number('bidfloor', 'Floor')],
  between: [required(text('host', 'Host')), required(text('publisher_id', 'Publisher ID'))],
  cadent_aperture_mx: [required(text('tagid', 'Tag ID')), text('bidfloor', 'Floor')],
  colossus: [text('TagID', 'Tag ID', { oneOf: 'inventory' }), text('groupId', 'Group ID', { oneOf: 'inventory' })],
  connectad: [
    required(integer('networkId', 'Network ID')),
    required(integer('siteId', 'Site ID')),
    number('bidfloor', 'Floor'),
  ],
  conversant: [required(text('site_id', 'Site ID')), text('tag_id', 'Tag ID'), number('bidfloor', 'Floor')],
  criteo: [
    integer('zoneId', 'Zone ID', { anyOf: 'inventory' }),
    integer('networkId', 'Network ID', { anyOf: 'inventory' }),
    text('pubid', 'Publisher ID'),
    integer('uid', 'Ad unit ID'),
  ],
  exco: [
    required(text('accountId', 'Account ID')),
    required(text('publisherId', 'Publisher ID')),
    required(text('tagId', 'Tag ID')),
  ],
  fwssp: [
    required(text('network_id', 'Network ID')),
    required(text('profile_id', 'Profile')),
    required(text('custom_site_section_id', 'Site section')),
  ],
  gumgum: [
    text('zone', 'Zone', { anyOf: 'inventory' }),
    integer('pubId', 'Publisher ID', { anyOf: 'inventory' }),
    integer('slot', 'Slot ID'),
    text('product', 'Product'),
  ],
  improvedigital: [required(integer('placementId', 'Placement ID')), integer('publisherId', 'Publisher ID')],
  inmobi: [required(text('plc', 'Placement ID'))],
  ix: [required(text('siteId', 'Site ID')), text('sid', 'Slot ID')],
  kargo: [required(text('placementId', 'Placement ID'))],
  limelightDigital: [required(text('host', 'Host')), required(integer('publisherId', 'Publisher ID'))],
  loopme: [
    required(text('publisherId', 'Publisher ID')),
    text('bundleId', 'Bundle ID'),
    text('placementId', 'Placement ID'),
  ],
  medianet: [required(text('cid', 'Customer ID')), required(text('crid', 'Placement ID'))],
  nobid: [required(integer('siteId', 'Site ID')), integer('placementId', 'Placement ID')],
  onetag: [required(text('pubId', 'Publisher ID'))],
  openx: [
    required(text('unit', 'Ad unit ID')),
    text('delDomain', 'Delivery domain', { anyOf: 'customer' }),
    text('platform', 'Platform ID', { anyOf: 'customer' }),
    number('customFloor', 'Floor'),
  ],
  pubmatic: [required(text('publisherId', 'Publisher ID')), text('adSlot', 'Ad slot'), text('kadfloor', 'Floor')],
  pulsepoint: [required(integer('cp', 'Publisher ID')), required(integer('ct', 'Ad tag ID'))],
  richaudience: [
    required(text('pid', 'Placement ID')),
    required(text('supplyType', 'Supply type')),
    number('bidFloor', 'Floor'),
  ],
  rise: [required(text('org', 'Organization ID')), text('placementId', 'Placement ID')],
  rubicon: [
    required(integer('accountId', 'Account ID')),
    required(integer('siteId', 'Site ID')),
    required(integer('zoneId', 'Zone ID')),
  ],
  sharethrough: [required(text('pkey', 'Placement key'))],
  smaato: [
    required(text('publisherId', 'Publisher ID')),
    text('adspaceId', 'Ad space ID', { anyOf: 'inventory' }),
    text('adbreakId', 'Ad break ID', { anyOf: 'inventory' }),
  ],
  smartadserver: [
    required(integer('networkId', 'Network ID')),
    integer('siteId', 'Site ID', { requiredWith: ['pageId', 'formatId'] }),
    integer('pageId', 'Page ID', { requiredWith: ['siteId', 'formatId'] }),
    integer('formatId', 'Format ID', { requiredWith: ['siteId', 'pageId'] }),
  ],
  smartyads: [
    required(text('host', 'Host')),
    required(text('sourceid', 'Partner ID')),
    required(text('accountid', 'Account ID')),
  ],
  sonobi: [required(text('TagID', 'Placement or ad unit ID'))],
  sovrn: [required(text('tagid', 'Tag ID')), number('bidfloor', 'Floor'), text('adunitcode', 'Ad unit code')],
  tappx: [required(text('tappxkey', 'Tappx key')), required(text('endpoint', 'Endpoint')), number('bidfloor', 'Floor')],
  teads: [required(integer('placementId', 'Placement ID'))],
  triplelift: [required(text('inventoryCode', 'Inventory code')), number('floor', 'Floor')],
  undertone: [required(integer('placementId', 'Placement ID')), required(integer('publisherId', 'Publisher ID'))],
  unruly: [required(integer('siteId', 'Site ID'))],
  videobyte: [required(text('pubId', 'Publisher ID')), text('placementId', 'Placement ID'), text('nid', 'Network ID')],
  vidoomy: [required(text('zoneId', 'Zone ID'))],
  visx: [required(integer('uid', 'Placement ID'))],
  yahooAds: [required(text('dcn', 'Site ID')), required(text('pos', 'Placement ID'))],
  yieldmo: [required(text('placementId', 'Placement ID'))],
});
