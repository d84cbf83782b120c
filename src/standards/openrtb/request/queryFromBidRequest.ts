import type { Query } from '../../readQuery.ts';
import { schainFromRequest } from '../../supplychain/schainFromObject.ts';
import { writeSchain } from '../../supplychain/writeSchain.ts';
import type { Raw } from '../fieldChecks.ts';
import { addKeyValues } from './addKeyValues.ts';
import type { App, Audio, Banner, BidRequest, Content, Device, Imp, Publisher, Site, Timed, Video } from '../types.ts';

/**
 * A bid request under the names of our own tag parameters, so that readers of tags can read it too. Part of it is the
 * same for every imp: `requestParams` is the result of `queryFromRequest` for the request.
 */
export function queryFromBidRequest(
  request: BidRequest,
  imp: Imp,
  requestParams: ReadonlyMap<string, string> = queryFromRequest(request),
): Query {
  const query = new Map(requestParams);
  addImp(query, imp);
  addKeyValues(query, imp.ext?.['data'], imp.ext, (request.site ?? request.app)?.ext?.['data']);
  return query;
}

/** The part that is the same for every imp. */
export function queryFromRequest(request: BidRequest): Map<string, string> {
  const query = new Map<string, string>();
  const { site, app, device, user, regs, source, bcat, wseat, bseat } = request;
  if (site) addSite(query, site);
  else if (app) addApp(query, app);
  if (device) addDevice(query, device);
  put(query, 'user_id', user?.id);
  put(query, 'coppa', regs?.coppa);
  put(query, 'gdpr', regs?.gdpr);
  put(query, 'consent', user?.consent);
  put(query, 'us_privacy', regs?.us_privacy);
  put(query, 'gpp', regs?.gpp);
  put(query, 'gpp_sid', regs?.gpp_sid);
  const gpc = regs?.ext?.['gpc'];
  put(query, 'gpc', gpc === true ? 1 : gpc);
  put(query, 'bcat', bcat);
  put(query, 'wseat', wseat);
  put(query, 'bseat', bseat);
  const chain = schainFromRequest(request);
  if (chain) put(query, 'schain', writeSchain(chain));
  const [partner, version] = [source?.ext?.['omidpn'], source?.ext?.['omidpv']];
  if (typeof partner === 'string') {
    put(query, 'omidpartner', typeof version === 'string' ? `${partner}/${version}` : partner);
  }
  return query;
}

function put(query: Map<string, string>, name: string, value: unknown): void {
  // Lone surrogates cannot be written into a URL.
  if (typeof value === 'string') {
    if (value !== '') query.set(name, value.toWellFormed());
  } else if (typeof value === 'number') query.set(name, String(value));
  else if (Array.isArray(value) && value.length > 0) query.set(name, value.join(',').toWellFormed());
}

function addSite(query: Map<string, string>, site: Site): void {
  put(query, 'url', site.page);
  put(query, 'domain', site.domain);
  // Without a page, tags name it in `ref`: the referrer alone would be taken for the page.
  if (site.page) put(query, 'ref', site.ref);
  addPlace(query, site);
}

function addApp(query: Map<string, string>, app: App): void {
  if (app.bundle) put(query, 'app_bundle', app.bundle);
  else put(query, 'app_id', app.id);
  put(query, 'app_name', app.name);
  put(query, 'app_store_url', app.storeurl);
  put(query, 'app_ver', app.ver);
  addPlace(query, app);
}

function addPlace(query: Map<string, string>, place: Site | App): void {
  const { publisher, content } = place;
  if (publisher) addPublisher(query, publisher);
  put(query, 'inventorypartnerdomain', place.inventorypartnerdomain);
  put(query, 'keywords', place.keywords ?? place.kwarray);
  const categories = [
    ...categoriesOf(place, ['pagecat', 'sectioncat', 'cat']),
    ...(content ? categoriesOf(content, ['cat']) : []),
  ];
  if (categories.length > 0) put(query, 'cat', [...new Set(categories)]);
  if (content) addContent(query, content);
}

/** Categories of IAB Content Taxonomy 1.0, the default of lists that name no taxonomy. */
function categoriesOf(object: Site | App | Content, names: readonly string[]): string[] {
  if (object.cattax !== undefined && object.cattax !== 1) return [];
  return names.flatMap((name) => ((object as Raw)[name] as string[] | undefined) ?? []);
}

function addPublisher(query: Map<string, string>, { id, name, domain }: Publisher): void {
  put(query, 'pubid', id);
  put(query, 'pub_name', name);
  put(query, 'pub_domain', domain);
}

function addContent(query: Map<string, string>, content: Content): void {
  put(query, 'content_id', content.id);
  put(query, 'content_url', content.url);
  put(query, 'content_title', content.title);
  put(query, 'content_series', content.series);
  put(query, 'content_season', content.season);
  put(query, 'content_episode', content.episode);
  put(query, 'content_genre', content.genre);
  put(query, 'content_rating', content.contentrating);
  put(query, 'content_len', content.len);
  put(query, 'content_lang', content.langb ?? content.language);
  put(query, 'livestream', content.livestream);
  put(query, 'channel_name', content.channel?.name);
  put(query, 'network_name', content.network?.name);
}

function addDevice(query: Map<string, string>, device: Device): void {
  put(query, 'ip', device.ip || device.ipv6);
  put(query, 'ua', device.ua);
  put(query, 'did', device.ifa);
  put(query, 'did_type', device.ext?.['ifa_type']);
  put(query, 'lmt', device.lmt);
  put(query, 'dnt', device.dnt);
  put(query, 'devicetype', device.devicetype);
  put(query, 'make', device.make);
  put(query, 'model', device.model);
  put(query, 'os', device.os);
  put(query, 'osv', device.osv);
  put(query, 'lang', device.langb ?? device.language);
  put(query, 'carrier', device.carrier);
  put(query, 'connection', device.connectiontype);
  const { geo } = device;
  if (!geo) return;
  put(query, 'country', geo.country);
  put(query, 'region', geo.region);
  put(query, 'city', geo.city);
  put(query, 'zip', geo.zip);
  put(query, 'dma', geo.metro);
  put(query, 'lat', geo.lat);
  put(query, 'lon', geo.lon);
}

function addImp(query: Map<string, string>, imp: Imp): void {
  const { video, audio, banner, bidfloor } = imp;
  put(query, 'tagid', imp.tagid);
  put(query, 'instl', imp.instl);
  put(query, 'rwdd', imp.rwdd);
  if (bidfloor !== undefined && bidfloor > 0) {
    put(query, 'bidfloor', bidfloor);
    put(query, 'bidfloorcur', imp.bidfloorcur);
  }
  if (imp.displaymanager) {
    const { displaymanager: player, displaymanagerver: version } = imp;
    put(query, 'player', version ? `${player}/${version}` : player);
  }
  // The IDs of the deals.
  put(
    query,
    'deal',
    imp.pmp?.deals?.map(({ id }) => id),
  );
  if (video || audio) put(query, 'adtype', audio ? (video ? 'hybrid' : 'audio') : 'video');
  if (video) addVideo(query, video);
  else if (banner) addBanner(query, banner);
  else if (audio) addAudio(query, audio);
}

function addBanner(query: Map<string, string>, banner: Banner): void {
  const { w, h } = banner.w && banner.h ? banner : (banner.format?.[0] ?? {});
  put(query, 'w', w);
  put(query, 'h', h);
  put(query, 'pos', banner.pos);
  put(query, 'api', banner.api);
  put(query, 'mimes', banner.mimes);
}

function addVideo(query: Map<string, string>, video: Video): void {
  put(query, 'w', video.w);
  put(query, 'h', video.h);
  put(query, 'pos', video.pos);
  put(query, 'plcmt', video.plcmt);
  put(query, 'placement', video.placement);
  put(query, 'linearity', video.linearity);
  put(query, 'skip', video.skip);
  put(query, 'skipmin', video.skipmin);
  put(query, 'skipafter', video.skipafter);
  put(query, 'playbackmethod', video.playbackmethod);
  addTimed(query, video);
}

function addAudio(query: Map<string, string>, audio: Audio): void {
  put(query, 'feed', audio.feed);
  put(query, 'stitched', audio.stitched);
  put(query, 'nvol', audio.nvol);
  addTimed(query, audio);
}

function addTimed(query: Map<string, string>, media: Timed): void {
  const { rqddurs } = media;
  put(query, 'min_dur', rqddurs?.length ? Math.min(...rqddurs) : media.minduration);
  put(query, 'max_dur', rqddurs?.length ? Math.max(...rqddurs) : media.maxduration);
  put(query, 'startdelay', media.startdelay);
  put(query, 'protocols', media.protocols);
  put(query, 'mimes', media.mimes);
  put(query, 'api', media.api);
  put(query, 'minbitrate', media.minbitrate);
  put(query, 'maxbitrate', media.maxbitrate);
  put(query, 'delivery', media.delivery);
  put(query, 'pod_dur', media.poddur);
  put(query, 'pod_slots', media.maxseq);
  put(query, 'podid', media.podid);
}
