import { nestingIn } from './nestingIn.ts';
import { percentEncode } from './percentEncode.ts';

/** A macro's value: text or a list to insert, undefined = unknown, null = withheld. */
export type MacroValue = string | readonly string[] | null | undefined;

/** Values by macro name as in SERVER_MACROS; the account's own parameters by their names in lower case. */
export type MacroValues = Readonly<Record<string, MacroValue>>;

/** A macro that the server fills in the tags it calls. */
export interface ServerMacro {
  /** Key of the value. */
  name: string;
  /** Every way to write it in a URL; `nnn` stands for a vendor's number. */
  forms: readonly string[];
  description: string;
  /** Text for an unknown value; undefined leaves the macro to whoever knows the value. */
  whenUnknown?: string;
  /** Whether a player may know the value where the server does not. */
  isKnownToPlayer?: boolean;
}

const vast = (name: string, description: string): ServerMacro => ({
  name,
  forms: [`[${name}]`],
  description,
  whenUnknown: '-1',
  isKnownToPlayer: true,
});

const ofMoment = (name: string, description: string): ServerMacro => ({
  name,
  forms: [`[${name}]`],
  description,
  isKnownToPlayer: true,
});

const openRtb = (name: string, description: string, ...forms: string[]): ServerMacro => ({
  name,
  forms,
  description,
  whenUnknown: '',
});

/**
 * The macros that the server fills (1.5). All others, such as [ERRORCODE] and those only the player can fill, stay as
 * they are.
 */
export const SERVER_MACROS: readonly ServerMacro[] = [
  ofMoment('TIMESTAMP', 'Time of the request, ISO 8601'),
  ofMoment('CACHEBUSTING', 'Random number of eight digits'),
  vast('LIMITADTRACKING', '1 if the viewer limits ad tracking, else 0'),
  vast('DOMAIN', 'Site domain'),
  vast('PAGEURL', 'Page URL'),
  vast('APPBUNDLE', 'App bundle or store ID'),
  vast('STOREID', 'App store ID'),
  vast('STOREURL', 'App store URL'),
  vast('IFA', 'Device advertising ID'),
  vast('IFATYPE', 'Advertising ID type, such as aaid, idfa, rida'),
  vast('DEVICEIP', 'Viewer IP address'),
  vast('DEVICEUA', 'Viewer user agent'),
  vast('CLIENTUA', 'Player name and version'),
  vast('SERVERSIDE', 'Who sends the request: 0 the player, 1 a server for the player, 2 a server for another server'),
  vast('SERVERUA', 'User agent of the requesting server'),
  vast('LATLONG', 'Latitude and longitude'),
  vast('PLAYERSIZE', 'Player width and height in pixels'),
  vast('PLAYERWIDTH', 'Player width in pixels'),
  vast('PLAYERHEIGHT', 'Player height in pixels'),
  vast('APPNAME', 'App name'),
  vast('BREAKPOSITION', 'Position of the ad break: 1 pre-roll, 2 mid-roll, 3 post-roll'),
  vast('BREAKMAXDURATION', 'Maximum ad break duration in seconds'),
  vast('BREAKMAXADS', 'Maximum number of ads in the break'),
  vast('BREAKMINADLENGTH', 'Minimum ad duration in seconds'),
  vast('BREAKMAXADLENGTH', 'Maximum ad duration in seconds'),
  vast('ADCOUNT', 'Number of ads expected in the response'),
  vast('ADTYPE', 'Ad type: video, audio or hybrid'),
  vast('PLACEMENTTYPE', 'Placement type, AdCOM value'),
  vast('PLAYBACKMETHODS', 'Playback methods, AdCOM values'),
  vast('VASTVERSIONS', 'Supported VAST versions, AdCOM values'),
  vast('APIFRAMEWORKS', 'Supported API frameworks, AdCOM values'),
  vast('MEDIAMIME', 'Supported MIME types'),
  vast('OMIDPARTNER', 'Open Measurement partner name and version'),
  vast('CONTENTID', 'Content ID'),
  vast('CONTENTURI', 'Content URL'),
  vast('CONTENTCAT', 'Content categories'),
  vast('BLOCKEDADCATEGORIES', 'Blocked ad categories'),
  vast('TRANSACTIONID', 'Request ID'),
  vast('REGULATIONS', 'Regulations that apply, such as gdpr or coppa'),
  vast('GDPRCONSENT', 'TCF consent string'),
  vast('GPPSTRING', 'Global Privacy Platform string'),
  vast('GPPSECTIONID', 'IDs of the GPP sections that apply'),
  vast('DSAREQUIRED', 'Whether transparency information is required by the Digital Services Act (DSA)'),
  vast('DSAPARAMS', 'User parameters used for targeting, as the DSA requires them to be listed'),
  vast('DSAPUBRENDER', 'Whether the publisher renders the DSA transparency information'),
  openRtb('GDPR', '1 if GDPR applies, else 0', '${GDPR}'),
  openRtb('US_PRIVACY', 'US Privacy string', '${US_PRIVACY}'),
  openRtb('GDPR_CONSENT', 'TCF consent string, as in GDPRCONSENT', '${GDPR_CONSENT_nnn}'),
  openRtb('GPP_STRING', 'Global Privacy Platform string, as in GPPSTRING', '${GPP_STRING_nnn}'),
  openRtb('GPP_SID', 'IDs of the GPP sections that apply, as in GPPSECTIONID', '${GPP_SID}'),
  openRtb('SCHAIN', 'Serialized supply chain (schain)', '[SCHAIN]', '$SCHAIN', '${SCHAIN}'),
  { name: 'AUCTION_PRICE', forms: ['${AUCTION_PRICE}'], description: 'Clearing price of the auction' },
];

/** Macros that only the player can fill, at playback. */
export const playerMacros: ReadonlySet<string> = new Set(
  (
    'ADPLAYHEAD MEDIAPLAYHEAD CONTENTPLAYHEAD ASSETURI ADSERVINGID UNIVERSALADID PODSEQUENCE PLAYERSTATE ' +
    'INVENTORYSTATE PLAYERCAPABILITIES CLICKPOS CLICKTYPE ERRORCODE REASON ADCATEGORIES EXTENSIONS VERIFICATIONVENDORS'
  ).split(' '),
);

const byName = new Map(SERVER_MACROS.map((macro) => [macro.name, macro]));

/** The key of the value for macros that share one with another macro. */
const sameValue: Readonly<Record<string, string>> = {
  GDPR_CONSENT: 'GDPRCONSENT',
  GPP_STRING: 'GPPSTRING',
  GPP_SID: 'GPPSECTIONID',
};

const allForms = new Set(SERVER_MACROS.flatMap(({ forms }) => forms));

const dollarNames = new Set(SERVER_MACROS.filter(({ forms }) => forms.some(isDollar)).map(({ name }) => name));

function isDollar(form: string): boolean {
  return form.startsWith('$');
}

/**
 * `[NAME]` (also for the account's own parameters), `${NAME}` with an optional vendor number, `$SCHAIN`; brackets,
 * braces and dollar may be percent-encoded, up to four times: what an encoded URL adds to a value is bounded.
 */
const pattern =
  /(?:\[|%(?:25){0,3}5B)([\w.-]{1,64})(?:\]|%(?:25){0,3}5D)|(?:\$|%(?:25){0,3}24)(?:(?:\{|%(?:25){0,3}7B)([A-Z][A-Z_]*?)(?:_[0-9]+|_nnn)?(?:\}|%(?:25){0,3}7D)|(SCHAIN)(?![A-Za-z0-9_]))/gi;

interface MacroSlot {
  macro: ServerMacro | OwnMacro;
  /** The macro as written in the URL. */
  written: string;
  /** Number of encodings around it, beyond that of its own parameter. */
  nesting: number;
}

/** A possible macro of an account's own parameter, or one of the player; the values of each request decide. */
interface OwnMacro {
  /** As written. */
  name: string;
  /** In lower case. */
  own: string;
}

/** Fills a slot with the value of a request. */
type Fill = (slot: MacroSlot, values: MacroValues) => string;

/** Prepares a URL for filling per request: the returned function fills its macros with the given values. */
export function preparedMacros(url: string, fill: Fill = fillSlot): (values: MacroValues) => string {
  const { texts, slots } = cut(url);
  if (slots.length === 0) return () => url;
  return (values) => {
    let out = texts[0] ?? '';
    let index = 0;
    for (const slot of slots) {
      out += fill(slot, values);
      index += 1;
      out += texts[index] ?? '';
    }
    return out;
  };
}

/**
 * A URL that the server calls, with its macros filled: each value percent-encoded once, and once more for each URL or
 * other encoded parameter in which it is; lists joined by bare commas, withheld values as -2, unknown ones as -1 (empty
 * in the `$` forms; TIMESTAMP, CACHEBUSTING and AUCTION_PRICE stay). All else stays as it is (1.4, 1.5).
 */
export function fillVastMacros(url: string, values: MacroValues): string {
  return preparedMacros(url)(values);
}

/**
 * A URL that a player calls, with the macros filled whose values the server knows. Those that the player may know are
 * left to it in the form that players replace, `[NAME]` (VAST 4.3, 6), however they were encoded.
 */
export function fillPassedOnMacros(url: string, values: MacroValues): string {
  return preparedMacros(url, fillPassedOnSlot)(values);
}

function cut(url: string): { texts: string[]; slots: MacroSlot[] } {
  const texts: string[] = [];
  const slots: MacroSlot[] = [];
  let from = 0;
  const nestingAt = nestingIn(url);
  for (const match of url.matchAll(pattern)) {
    const [written, bracketed, braced, bare] = match;
    const macro =
      findMacro(bracketed, braced ?? bare) ??
      (bracketed ? { name: bracketed, own: bracketed.toLowerCase() } : undefined);
    if (!macro) continue;
    texts.push(url.slice(from, match.index));
    slots.push({ macro, written, nesting: nestingAt(match.index) });
    from = match.index + written.length;
  }
  texts.push(url.slice(from));
  return { texts, slots };
}

function findMacro(bracketed: string | undefined, dollar: string | undefined): ServerMacro | undefined {
  if (dollar !== undefined) return dollarNames.has(dollar) ? byName.get(dollar) : undefined;
  return bracketed !== undefined && allForms.has(`[${bracketed}]`) ? byName.get(bracketed) : undefined;
}

function fillSlot({ macro, written, nesting }: MacroSlot, values: MacroValues): string {
  if ('own' in macro) {
    const own = Object.hasOwn(values, macro.own) ? values[macro.own] : undefined;
    return typeof own === 'string' ? percentEncode(own, nesting) : written;
  }
  const value = valueOf(macro, values);
  if (value === null) return '-2';
  if (value === undefined) return macro.whenUnknown ?? written;
  return typeof value === 'string'
    ? percentEncode(value, nesting)
    : value.map((each) => percentEncode(each, nesting)).join(',');
}

function fillPassedOnSlot(slot: MacroSlot, values: MacroValues): string {
  const { macro } = slot;
  if ('own' in macro) {
    const isLeft = playerMacros.has(macro.name) && !Object.hasOwn(values, macro.own);
    return isLeft ? `[${macro.name}]` : fillSlot(slot, values);
  }
  const value = valueOf(macro, values);
  const isUnknown = value === undefined || value === '';
  return isUnknown && macro.isKnownToPlayer ? `[${macro.name}]` : fillSlot(slot, values);
}

function valueOf({ name }: ServerMacro, values: MacroValues): MacroValue {
  return values[sameValue[name] ?? name];
}

/** Values for the macros of Error URLs: eight digits and an ISO 8601 time, both unencoded. */
export interface ErrorMacroValues {
  cachebusting: string;
  timestamp: string;
}

/**
 * An Error URL ready to request: [ERRORCODE], [CACHEBUSTING] and [TIMESTAMP] filled, plain or percent-encoded, as
 * fillVastMacros encodes values. All else stays as it is.
 */
export function expandErrorUrl(url: string, code: number, moment: ErrorMacroValues): string {
  const values = { ERRORCODE: String(code), CACHEBUSTING: moment.cachebusting, TIMESTAMP: moment.timestamp };
  return preparedMacros(url, fillKnownSlot)(values);
}

function fillKnownSlot({ macro, written, nesting }: MacroSlot, values: MacroValues): string {
  const value = Object.hasOwn(values, macro.name) ? values[macro.name] : undefined;
  return typeof value === 'string' ? percentEncode(value, nesting) : written;
}
