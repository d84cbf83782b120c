/** Names of one of our macros in other systems. */
export interface MacroSynonyms {
  /** Name in SERVER_MACROS. */
  macro: string;
  /** Macro names in upper case, letters and digits only: `{player.pageUrl}` is PLAYERPAGEURL. */
  names: readonly string[];
  /** URL parameters that carry the value, in lower case. */
  params: readonly string[];
}

function words(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

const synonym = (macro: string, names: string, params: string): MacroSynonyms => ({
  macro,
  names: words(names),
  params: words(params),
});

/** Names by which ad servers and players call the values of our macros. */
export const macroSynonyms: readonly MacroSynonyms[] = [
  synonym(
    'CACHEBUSTING',
    'CACHEBUSTING CACHEBUSTER CACHEBUST CB RANDOM RANDOMNUMBER RANDNUM RAND RND CORRELATOR ADREFRANDOM REQUESTVIDEORANDOM AVRANDOM ROKUADSCACHEBUSTER',
    'cb cachebuster cachebusting cache_buster cachebust correlator rnd rand random ord',
  ),
  synonym('TIMESTAMP', 'TIMESTAMP TS UNIXTIMESTAMP CURRENTTIME ROKUADSTIMESTAMP', 'timestamp'),
  synonym(
    'PAGEURL',
    'PAGEURL PAGE URL ENCODEDURL SITEURL SITEPAGE LOCATION WINDOWLOCATIONHREF PLAYERPAGEURL REFERERURL REFERERURLENC REFERRERURL REFERRERURLESC REFERRERURLUNESC DESCRIPTIONURL DESCRIPTIONURLESC DESCRIPTIONURLUNESC PATTERNURL SOURCEURL SOURCEURLENC AVURL',
    'url page_url pageurl page site_url siteurl site_page description_url srcpageurl',
  ),
  synonym('DOMAIN', 'DOMAIN SITE SITEDOMAIN HOST HOSTNAME PAGEDOMAIN AVDOMAIN', 'domain site site_domain'),
  synonym(
    'APPBUNDLE',
    'APPBUNDLE BUNDLE BUNDLEID APPBUNDLEID APPID APPPKGNAME APPPACKAGE PACKAGENAME EXTAPPID AVAPPPKGNAME ROKUADSAPPID',
    'app_bundle appbundle bundle bundle_id bundleid app_id appid',
  ),
  synonym('APPNAME', 'APPNAME APPLICATIONNAME AVAPPNAME', 'app_name appname'),
  synonym('STOREID', 'STOREID APPSTOREID', 'app_store_id store_id'),
  synonym('STOREURL', 'STOREURL APPSTOREURL AVAPPSTOREURL', 'app_store_url appstoreurl store_url storeurl'),
  synonym(
    'IFA',
    'IFA IDFA AAID GAID MAID ADID RIDA DID DEVICEID DEVICEIFA USERID ADVERTISINGID ADVERTISINGIDIFA ADVERTISINGIDENTIFIERPLAIN REQUESTDEVICEID DEVICEAAID DEVICEAPPLEIDA AVIDFA AVAID ROKUADSTRACKINGID',
    'did ifa idfa aaid gaid maid adid device_id deviceid device_ifa rdid',
  ),
  synonym(
    'IFATYPE',
    'IFATYPE DIDTYPE IDTYPE DEVICEIDTYPE ADVERTISINGIDENTIFIERTYPE AVIFATYPE',
    'ifa_type ifatype did_type idtype id_type',
  ),
  synonym(
    'LIMITADTRACKING',
    'LIMITADTRACKING LMT DNT DONOTTRACK ISLAT ADVERTISINGIDENTIFIERISLAT REQUESTDEVICEOPTOUT AVDNT ROKUADSLIMITTRACKING',
    'lmt dnt is_lat limit_ad_tracking',
  ),
  synonym(
    'DEVICEIP',
    'DEVICEIP IP USERIP CLIENTIP IPADDRESS REMOTEIP UIP SESSIONCLIENTIP AVIP ROKUADSEXTERNALIP',
    'ip uip user_ip client_ip device_ip ip_address',
  ),
  synonym(
    'DEVICEUA',
    'DEVICEUA UA USERAGENT USERAGENTENC USERAGENTENCODED PLATFORMUSERAGENT AVUSERAGENT ROKUADSUSERAGENT',
    'ua user_agent useragent device_ua',
  ),
  synonym('LATLONG', 'LATLONG LATLON GEO', 'latlong latlon'),
  synonym('PLAYERSIZE', 'PLAYERSIZE', 'player_size'),
  synonym(
    'PLAYERWIDTH',
    'PLAYERWIDTH WIDTH W VIDEOWIDTH DETECTEDWIDTH PLAYERWIDTHINT AVWIDTH ROKUADSDISPLAYWIDTH',
    'w width player_width vwidth',
  ),
  synonym(
    'PLAYERHEIGHT',
    'PLAYERHEIGHT HEIGHT H VIDEOHEIGHT DETECTEDHEIGHT PLAYERHEIGHTINT AVHEIGHT ROKUADSDISPLAYHEIGHT',
    'h height player_height vheight',
  ),
  synonym('GDPR', 'GDPR GDPRAPPLIES TCFGDPRAPPLIES TCFGDPRAPPLIESINT REQUESTKEYVALUEFWGDPR AVGDPR', 'gdpr'),
  synonym(
    'GDPRCONSENT',
    'GDPRCONSENT GDPRCONSENTSTRING CONSENT CONSENTSTRING GDPRCS TCSTRING TCFTCSTRING REQUESTKEYVALUEFWGDPRCONSENT AVCONSENT',
    'gdpr_consent gdprconsent consent',
  ),
  synonym('US_PRIVACY', 'USPRIVACY CCPA USP USPSTRING USPUSPSTRING TAGPARAMUSPRIVACY AVCCPA', 'us_privacy usp ccpa'),
  synonym('GPPSTRING', 'GPP GPPSTRING', 'gpp gpp_string'),
  synonym('GPPSECTIONID', 'GPPSID GPPSECTIONID GPPSECTIONIDS', 'gpp_sid'),
  synonym('SCHAIN', 'SCHAIN SUPPLYCHAIN AVSCHAIN', 'schain'),
  synonym('CONTENTID', 'CONTENTID VIDEOID MEDIAID ITEMMEDIAID MEDIAINFOID ROKUADSCONTENTID', 'content_id'),
  synonym('CONTENTURI', 'CONTENTURI CONTENTURL VIDEOURL', 'content_url'),
  synonym('CONTENTCAT', 'CONTENTCAT IABCATEGORY IABCAT CATEGORYIAB', 'cat'),
  synonym('BREAKMAXDURATION', 'BREAKMAXDURATION BREAKDURATION PODMAXDUR PODDURATION', 'pod_max_dur pod_dur'),
  synonym('BREAKMAXADS', 'BREAKMAXADS PODADSLOTS PODSLOTS', 'pod_ad_slots pod_slots'),
  synonym('BREAKMINADLENGTH', 'BREAKMINADLENGTH MINIMUMDURATION MINDURATION', 'min_dur min_duration'),
  synonym('BREAKMAXADLENGTH', 'BREAKMAXADLENGTH MAXIMUMDURATION MAXDURATION', 'max_dur max_duration'),
  synonym('PLAYBACKMETHODS', 'PLAYBACKMETHODS PLAYBACKMETHOD', 'playbackmethod'),
  synonym('PLACEMENTTYPE', 'PLACEMENTTYPE PLCMT', 'plcmt'),
  synonym('AUCTION_PRICE', 'AUCTIONPRICE CLEARINGPRICE', ''),
];
