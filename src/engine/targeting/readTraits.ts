import type { Environment } from '#model/index.ts';
import { connectionTypes } from '#model/reference/connectionTypes.ts';
import { countryCodeOf } from '#model/reference/countryCodes.ts';
import { placements } from '#model/reference/placements.ts';
import { playerSizes } from '#model/reference/playerSizes.ts';
import { firstOf, type Query } from '#standards/readQuery.ts';
import { siteOf } from '#standards/requestPage.ts';
import { parseSupplyChain } from '#standards/supplychain/supplyChain.ts';
import { readUserAgent, type UserAgent } from '#standards/userAgent.ts';
import { isAddress } from '../lists/addressSet.ts';
import { hourOfWeek } from '../flight.ts';
import { listValue } from '../lists/listSet.ts';
import { deviceOf, operatingSystemOf } from './declaredDevice.ts';
import type { Locate, IpLocation } from './ipLocation.ts';
import { foldName, type Location, type RequestTraits } from './requestTraits.ts';

/** The sources of a request's traits. */
export interface RequestSource {
  /** Parameters of the tag by lower-case name. */
  query: Query;
  /** Headers by lower-case name. */
  headers: RequestHeaders;
  /** Address of the caller; empty = unknown. */
  peer: string;
  /** Locates the viewer's address where the request declares no location. Absent = unknown. */
  locate?: Locate | undefined;
  /** Parses user agents. Pass a cached function. Absent = each is parsed. */
  readAgent?: ((text: string) => UserAgent) | undefined;
}

/** The headers that are read. */
export interface RequestHeaders {
  referer?: string | undefined;
  'user-agent'?: string | undefined;
  'accept-language'?: string | undefined;
  'sec-gpc'?: string | string[] | undefined;
}

/** The context of a request. */
export interface RequestSetting {
  environment: Environment;
  /** Milliseconds since the epoch. */
  now: number;
  /** The account's UTC offset in whole hours. */
  zoneHours: number;
}

/** The traits of a request. Each is read on demand, and the most expensive ones are cached. */
export function readTraits(source: RequestSource, setting: RequestSetting): RequestTraits {
  return new Traits(source, setting);
}

class Traits implements RequestTraits {
  readonly #source: RequestSource;
  readonly #setting: RequestSetting;
  #country: string | undefined;
  #ipLocation: IpLocation | null | undefined;
  #city: string | undefined;
  #site: string | undefined;
  #agent: UserAgent | undefined;
  #categories: readonly string[] | undefined;
  #chain: RequestTraits['supplyChain'] | undefined;

  constructor(source: RequestSource, setting: RequestSetting) {
    this.#source = source;
    this.#setting = setting;
  }

  #first(...names: string[]): string {
    return firstOf(this.#source.query, ...names) ?? '';
  }

  #name(...names: string[]): string {
    return foldName(this.#first(...names));
  }

  #yes(...names: string[]): boolean | null {
    const text = this.#first(...names).toLowerCase();
    if (text === '1' || text === 'true') return true;
    return text === '0' || text === 'false' ? false : null;
  }

  #number(name: string): number | null {
    const text = this.#first(name);
    return /^-?\d{1,9}(\.\d{1,20})?$/.test(text) ? Number(text) : null;
  }

  get environment(): Environment {
    return this.#setting.environment;
  }

  get hourOfWeek(): number {
    return hourOfWeek(this.#setting.now, this.#setting.zoneHours);
  }

  /** The location of the viewer's address. */
  get #located(): IpLocation | null {
    if (this.#ipLocation === undefined) this.#ipLocation = this.#source.locate?.(this.address) ?? null;
    return this.#ipLocation;
  }

  /** The same, if it matches the declared country and region: locations of different places are not mixed. */
  get #nearby(): IpLocation | null {
    const ipLocation = this.#located;
    if (ipLocation === null || ipLocation.country !== this.country) return null;
    const declared = this.#declaredRegion;
    return declared === '' || declared === ipLocation.region ? ipLocation : null;
  }

  /** The same, if it also matches the declared city. */
  get #around(): IpLocation | null {
    const ipLocation = this.#nearby;
    const declared = this.#name('city');
    return ipLocation === null || declared === '' || declared === foldName(ipLocation.city) ? ipLocation : null;
  }

  get country(): string {
    return (this.#country ??= countryCodeOf(this.#first('country', 'geo_country')) || (this.#located?.country ?? ''));
  }

  get #declaredRegion(): string {
    const text = this.#first('region', 'state').trim().toUpperCase();
    if (/^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(text)) return text;
    return this.country !== '' && /^[A-Z0-9]{1,3}$/.test(text) ? `${this.country}-${text}` : '';
  }

  get region(): string {
    return this.#declaredRegion || (this.#nearby?.region ?? '');
  }

  get city(): string {
    return (this.#city ??= this.#name('city') || foldName(this.#nearby?.city ?? ''));
  }

  get postalCode(): string {
    return listValue('postal', this.#first('zip', 'postal', 'postal_code') || (this.#around?.postalCode ?? ''));
  }

  get dma(): string {
    const text = this.#first('dma', 'metro') || (this.#around?.dma ?? '');
    return /^\d{3}$/.test(text) ? text : '';
  }

  get location(): Location | null {
    const [latitude, longitude] = [this.#number('lat'), this.#number('lon')];
    if (latitude === null || longitude === null) return this.#around?.location ?? null;
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
  }

  get #userAgent(): UserAgent {
    if (this.#agent === undefined) {
      const { readAgent = readUserAgent, headers } = this.#source;
      this.#agent = readAgent(this.#first('ua') || (headers['user-agent'] ?? ''));
    }
    return this.#agent;
  }

  get device(): string {
    const known = deviceOf(this.#first('devicetype')) || this.#userAgent.device;
    return known === '' && this.environment === 'ctv' ? 'SmartTV' : known;
  }

  get operatingSystem(): string {
    return operatingSystemOf(this.#first('os')) || this.#userAgent.operatingSystem;
  }

  get family(): string {
    return this.#userAgent.family;
  }

  get connection(): string {
    const text = this.#first('connection', 'connectiontype').toLowerCase();
    return connectionTypes.find(({ id, number }) => id === text || number === text)?.id ?? '';
  }

  get playerSize(): string {
    const width = this.#number('w');
    if (width === null || width <= 0) return '';
    return playerSizes.findLast(({ fromWidth }) => fromWidth <= width)?.id ?? '';
  }

  get placement(): string {
    const text = this.#first('plcmt').toLowerCase();
    const kind = placements.find(({ id, plcmt }) => id === text || plcmt === text);
    if (kind) return kind.id;
    const older = this.#first('placement').toLowerCase();
    return (
      placements.find(({ id, placement }) => id === older || (placement as readonly string[]).includes(older))?.id ?? ''
    );
  }

  get position(): string {
    const delay = this.#number('startdelay');
    if (delay === null) return '';
    if (delay === 0) return 'pre';
    return delay === -2 ? 'post' : 'mid';
  }

  get isSkippable(): boolean | null {
    return this.#yes('skip');
  }

  get language(): string {
    const text = this.#first('lang', 'language') || (this.#source.headers['accept-language'] ?? '');
    return /^\s*([a-z]{2,3})(?![a-z])/i.exec(text)?.[1]?.toLowerCase() ?? '';
  }

  get carrier(): string {
    return this.#name('carrier', 'isp');
  }

  get address(): string {
    const given = this.#first('ip');
    return given !== '' && isAddress(given) ? given : this.#source.peer;
  }

  get apps(): readonly string[] {
    const ids = [this.#first('app_bundle', 'bundle'), this.#first('app_store_id', 'app_id')];
    return ids.map((id) => listValue('bundle', id)).filter((id) => id !== '');
  }

  get appName(): string {
    return listValue('appName', this.#first('app_name'));
  }

  get site(): string {
    return (this.#site ??= siteOf(this.#source.query, this.#source.headers.referer));
  }

  get publisher(): string {
    return listValue('publisher', this.#first('pubid', 'sub_id'));
  }

  get subId(): string {
    return listValue('subId', this.#first('sub_id'));
  }

  get deviceId(): string {
    if (this.isTrackingLimited === true || this.isCoppa === true) return '';
    const id = listValue('deviceId', this.#first('did', 'ifa'));
    // Devices send zeros when the viewer has limited ad tracking.
    return /^[0-]*$/.test(id) ? '' : id;
  }

  get userId(): string {
    return this.#first('user_id', 'uid').trim();
  }

  get categories(): readonly string[] {
    return (this.#categories ??= this.#first('cat')
      .split(',')
      .map((category) => category.trim().toUpperCase())
      .filter((category) => category !== ''));
  }

  get genres(): readonly string[] {
    return this.#first('content_genre')
      .split(',')
      .map(foldName)
      .filter((genre) => genre !== '');
  }

  get rating(): string {
    return this.#name('content_rating');
  }

  get isLivestream(): boolean | null {
    return this.#yes('livestream');
  }

  get channelName(): string {
    return this.#name('channel_name');
  }

  get networkName(): string {
    return this.#name('network_name');
  }

  get isGdpr(): boolean | null {
    return this.#yes('gdpr');
  }

  get consent(): string {
    return this.#first('consent', 'gdpr_consent');
  }

  get usPrivacy(): string {
    const text = this.#first('us_privacy').toUpperCase();
    return /^1[YN-]{3}$/.test(text) ? text : '';
  }

  get gpp(): string {
    return this.#first('gpp');
  }

  get hasGpc(): boolean {
    return this.#source.headers['sec-gpc'] === '1' || this.#yes('gpc') === true;
  }

  get isCoppa(): boolean | null {
    return this.#yes('coppa');
  }

  get isTrackingLimited(): boolean | null {
    const [lmt, dnt] = [this.#yes('lmt'), this.#yes('dnt')];
    return lmt === true || dnt === true ? true : (lmt ?? dnt);
  }

  get supplyChain(): RequestTraits['supplyChain'] {
    if (this.#chain === undefined) {
      const text = this.#first('schain');
      this.#chain = text === '' ? null : (parseSupplyChain(text) ?? 'unreadable');
    }
    return this.#chain;
  }

  parameter(name: string): string {
    return this.#source.query.get(name) ?? '';
  }
}
