/** Public facts about a partner. Absent = not known. */
export interface PartnerFacts {
  /** ID in the IAB Global Vendor List. */
  gvlId?: number;
  /** Domain of its advertising system in ads.txt, sellers.json and supply chains. */
  adSystem?: string;
  /** The OpenRTB version that it receives. */
  rtbVersion?: '2.5' | '2.6';
  /** Whether it accepts bid requests compressed with gzip. */
  isGzipped?: true;
  /** All media types that it buys, if it is specialized. */
  mediaTypes?: readonly string[];
  /** Patterns of its URLs by field of a tag or ad exchange; `<name>` stands for a value that the partner assigns. */
  patterns?: Readonly<Partial<Record<'url' | 'endpoint', string>>>;
}

/**
 * Facts by partner; Prebid variants share those of their partner. Sources: the bidder information of Prebid Server
 * (vendor ID, OpenRTB version, compression, endpoint), the adapters of Prebid.js and the ad tags that publishers use
 * (VAST patterns), and published ads.txt files (advertising systems). Endpoints for Prebid Server alone are not listed.
 */
export const partnerFacts: Readonly<Record<string, PartnerFacts>> = {
  '33across': {
    gvlId: 58,
    adSystem: '33across.com',
    rtbVersion: '2.5',
    patterns: { endpoint: 'https://ssc.33across.com/api/v1/s2s' },
  },
  adkernel: { gvlId: 14, rtbVersion: '2.5', isGzipped: true },
  adtelligent: { gvlId: 410, adSystem: 'adtelligent.com', rtbVersion: '2.5' },
  aniview: {
    gvlId: 780,
    adSystem: 'aniview.com',
    patterns: {
      url: 'https://gov.aniview.com/api/adserver/vast3/?AV_PUBLISHERID=<AV_PUBLISHERID>&AV_CHANNELID=<AV_CHANNELID>&AV_URL=[PAGEURL]&AV_WIDTH=[PLAYERWIDTH]&AV_HEIGHT=[PLAYERHEIGHT]&cb=[CACHEBUSTING]',
    },
  },
  appnexus: {
    gvlId: 32,
    adSystem: 'appnexus.com',
    rtbVersion: '2.5',
    patterns: { endpoint: 'http://ib.adnxs.com/openrtb2' },
  },
  beachfront: { gvlId: 335, adSystem: 'beachfront.com', rtbVersion: '2.5' },
  between: {
    gvlId: 724,
    adSystem: 'betweendigital.com',
    rtbVersion: '2.5',
    patterns: { endpoint: 'http://<host>.betweendigital.com/openrtb_bid?sspId=<publisher_id>' },
  },
  cadent_aperture_mx: { gvlId: 183, adSystem: 'emxdgt.com', rtbVersion: '2.5' },
  colossus: { adSystem: 'supply.colossusssp.com', rtbVersion: '2.6' },
  connectad: { gvlId: 138, adSystem: 'connectad.io', rtbVersion: '2.5', isGzipped: true },
  conversant: { gvlId: 24, adSystem: 'conversantmedia.com', rtbVersion: '2.6' },
  criteo: { gvlId: 91, adSystem: 'criteo.com', rtbVersion: '2.6' },
  exco: { gvlId: 444, rtbVersion: '2.5' },
  fwssp: { gvlId: 285, adSystem: 'freewheel.tv', rtbVersion: '2.5', isGzipped: true, mediaTypes: ['video'] },
  gumgum: { gvlId: 61, adSystem: 'gumgum.com', rtbVersion: '2.6' },
  improvedigital: { gvlId: 253, adSystem: 'improvedigital.com', rtbVersion: '2.5', isGzipped: true },
  inmobi: { gvlId: 333, adSystem: 'inmobi.com', rtbVersion: '2.5' },
  ix: { gvlId: 10, adSystem: 'indexexchange.com', rtbVersion: '2.6' },
  kargo: {
    gvlId: 972,
    adSystem: 'kargo.com',
    rtbVersion: '2.6',
    isGzipped: true,
    patterns: { endpoint: 'https://krk2.kargo.com/api/v1/openrtb' },
  },
  limelightDigital: { rtbVersion: '2.5' },
  loopme: { gvlId: 109, adSystem: 'loopme.com', rtbVersion: '2.5' },
  medianet: { gvlId: 142, adSystem: 'media.net', rtbVersion: '2.6', isGzipped: true },
  nobid: { gvlId: 816, adSystem: 'nobid.io', rtbVersion: '2.5' },
  onetag: { gvlId: 241, adSystem: 'onetag.com', rtbVersion: '2.6', isGzipped: true },
  openx: { gvlId: 69, adSystem: 'openx.com', rtbVersion: '2.6', isGzipped: true },
  pubmatic: {
    gvlId: 76,
    adSystem: 'pubmatic.com',
    rtbVersion: '2.6',
    isGzipped: true,
    patterns: { endpoint: 'https://hbopenbid.pubmatic.com/translator' },
  },
  pulsepoint: { gvlId: 81, adSystem: 'contextweb.com', rtbVersion: '2.6' },
  richaudience: { gvlId: 108, adSystem: 'richaudience.com', rtbVersion: '2.5' },
  rise: { gvlId: 1043, adSystem: 'risecodes.com', rtbVersion: '2.5', isGzipped: true },
  rubicon: {
    gvlId: 52,
    adSystem: 'rubiconproject.com',
    rtbVersion: '2.6',
    isGzipped: true,
    patterns: { endpoint: 'https://<region>.rubiconproject.com/a/api/exchange' },
  },
  sharethrough: {
    gvlId: 80,
    adSystem: 'sharethrough.com',
    rtbVersion: '2.6',
    patterns: { endpoint: 'https://btlr.sharethrough.com/universal/v1?supply_id=<supply_id>' },
  },
  smaato: { gvlId: 82, adSystem: 'smaato.com', rtbVersion: '2.5', isGzipped: true },
  smartadserver: { gvlId: 45, adSystem: 'smartadserver.com', rtbVersion: '2.5', isGzipped: true },
  smartyads: {
    gvlId: 534,
    adSystem: 'smartyads.com',
    rtbVersion: '2.5',
    patterns: { endpoint: 'http://<host>.smartyads.com/bid?rtb_seat_id=<sourceid>&secret_key=<accountid>' },
  },
  sonobi: { gvlId: 104, adSystem: 'sonobi.com', rtbVersion: '2.5' },
  sovrn: { gvlId: 13, adSystem: 'sovrn.com', rtbVersion: '2.5', isGzipped: true },
  springserve: {
    adSystem: 'springserve.com',
    patterns: {
      url: 'https://vid.springserve.com/vast/<supplyTagId>?w=[PLAYERWIDTH]&h=[PLAYERHEIGHT]&url=[PAGEURL]&ip=[DEVICEIP]&ua=[DEVICEUA]&cb=[CACHEBUSTING]',
    },
  },
  tappx: { gvlId: 628, adSystem: 'tappx.com', rtbVersion: '2.5' },
  teads: { gvlId: 132, adSystem: 'teads.tv', rtbVersion: '2.5' },
  telaria: {
    gvlId: 202,
    adSystem: 'telaria.com',
    rtbVersion: '2.5',
    mediaTypes: ['video'],
    patterns: {
      url: 'https://<seatCode>.ads.tremorhub.com/ad/tag?adCode=<adCode>&playerWidth=[PLAYERWIDTH]&playerHeight=[PLAYERHEIGHT]&srcPageUrl=[PAGEURL]',
    },
  },
  triplelift: {
    gvlId: 28,
    adSystem: 'triplelift.com',
    rtbVersion: '2.6',
    isGzipped: true,
    patterns: { endpoint: 'https://tlx.3lift.com/s2s/auction?supplier_id=<supplier_id>' },
  },
  undertone: {
    gvlId: 677,
    adSystem: 'undertone.com',
    rtbVersion: '2.6',
    isGzipped: true,
    patterns: { endpoint: 'https://ads.undertone.com/rtb' },
  },
  unruly: { gvlId: 36, adSystem: 'video.unrulymedia.com', rtbVersion: '2.6' },
  videobyte: { gvlId: 1011, rtbVersion: '2.5' },
  vidoomy: { gvlId: 380, adSystem: 'vidoomy.com', rtbVersion: '2.5' },
  visx: { gvlId: 154, rtbVersion: '2.5' },
  yahooAds: { gvlId: 25, adSystem: 'yahoo.com', rtbVersion: '2.6' },
  yieldmo: { gvlId: 173, adSystem: 'yieldmo.com', rtbVersion: '2.6' },
};
