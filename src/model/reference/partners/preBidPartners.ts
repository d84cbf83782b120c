import { integer, number, required, text, type Partner } from './partner.ts';
import { partnersOf } from './partnersOf.ts';

/**
 * Prebid variants of partners, with the parameters of prebid.org's bidder pages for header bidding. pubmaticP, set up
 * for an ad slot, is spelled as on this platform.
 */
export const preBidPartners: readonly Partner[] = partnersOf('PreBid', {
  '33acrossP': [required(text('zoneId', 'Zone ID')), required(text('productId', 'Product ID'))],
  adtelligentP: [required(integer('aid', 'Source ID'))],
  aniviewP: [required(text('AV_PUBLISHERID', 'Publisher ID')), required(text('AV_CHANNELID', 'Channel ID'))],
  appnexusP: [
    integer('placementId', 'Placement ID', { oneOf: 'inventory' }),
    text('invCode', 'Inventory code', { oneOf: 'inventory' }),
    text('member', 'Member ID', { requiredWith: ['invCode'] }),
    number('reserve', 'Floor'),
  ],
  beachfrontP: [required(text('appId', 'Exchange ID')), required(number('bidfloor', 'Floor'))],
  criteoP: [
    required(integer('networkId', 'Network ID')),
    text('pubid', 'Publisher ID'),
    integer('uid', 'Ad unit ID'),
    text('publisherSubId', 'Sub-publisher ID'),
  ],
  gumgumP: [
    text('zone', 'Zone', { anyOf: 'inventory' }),
    integer('pubId', 'Publisher ID', { anyOf: 'inventory' }),
    integer('slot', 'Slot ID'),
    text('product', 'Product'),
    number('bidfloor', 'Floor'),
  ],
  improvedigitalP: [
    required(integer('placementId', 'Placement ID')),
    required(integer('publisherId', 'Publisher ID')),
    number('bidFloor', 'Floor'),
  ],
  ixP: [required(text('siteId', 'Site ID'))],
  medianetP: [
    required(text('cid', 'Customer ID')),
    required(text('crid', 'Placement ID')),
    number('bidfloor', 'Floor'),
  ],
  openxP: [
    required(text('unit', 'Ad unit ID')),
    required(text('delDomain', 'Delivery domain')),
    number('customFloor', 'Floor'),
  ],
  pubmaticP: [
    required(text('publisherId', 'Publisher ID')),
    text('tagId', 'Tag ID'),
    text('adSlot', 'Ad slot'),
    text('kadFloor', 'Floor'),
  ],
  rubiconP: [
    required(integer('accountId', 'Account ID')),
    required(integer('siteId', 'Site ID')),
    required(integer('zoneId', 'Zone ID')),
    text('position', 'Position'),
    number('floor', 'Floor'),
  ],
  smartadserverP: [
    required(integer('siteId', 'Site ID')),
    required(integer('pageId', 'Page ID')),
    required(integer('formatId', 'Format ID')),
    text('domain', 'Network domain'),
    number('bidfloor', 'Floor'),
  ],
  sonobiP: [
    text('placement_id', 'Placement ID', { anyOf: 'inventory' }),
    text('ad_unit', 'Ad unit', { anyOf: 'inventory' }),
    number('floor', 'Floor'),
  ],
  sovrnP: [required(text('tagid', 'Tag ID')), number('bidfloor', 'Floor'), text('adunitcode', 'Ad unit code')],
  teadsP: [required(integer('pageId', 'Page ID')), required(integer('placementId', 'Placement ID'))],
  telariaP: [
    required(text('adCode', 'Ad code')),
    required(text('supplyCode', 'Supply code')),
    text('videoId', 'Video ID'),
  ],
  tripleliftP: [required(text('inventoryCode', 'Inventory code')), number('floor', 'Floor')],
  unrulyP: [required(integer('siteId', 'Site ID'))],
  yieldmoP: [required(text('placementId', 'Placement ID')), number('bidFloor', 'Floor')],
});
