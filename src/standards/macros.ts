/** A value for a macro: text or a list is filled in, undefined means that it is not known, null that it is withheld. */
export type MacroValue = string | readonly string[] | null | undefined;

/** Values by macro name as in SERVER_MACROS; those of an account's own parameters by their names in lower case. */
export type MacroValues = Readonly<Record<string, MacroValue>>;

/** A macro that the server fills in the tags it calls. */
export interface ServerMacro {
  /** Key of its value. */
  name: string;
  /** Every way in which it is written in a URL; `nnn` stands for a vendor's number. */
  forms: readonly string[];
  /** What it stands for. */
  description: string;
  /** What is written when the value is not known; undefined leaves the macro for the player. */
  whenUnknown?: string;
}

const vast = (name: string, description: string, ...more: string[]): ServerMacro => ({
  name,
  forms: [`[${name}]`, ...more],
  description,
  whenUnknown: '-1',
});

const openRtb = (name: string, description: string, ...forms: string[]): ServerMacro => ({
  name,
  forms,
  description,
  whenUnknown: '',
});

/** The macros that the server fills (1.5). Others, such as [ERRORCODE] and what only the player knows, stay as they are. */
export const SERVER_MACROS: readonly ServerMacro[] = [
  { name: 'TIMESTAMP', forms: ['[TIMESTAMP]'], description: 'Time of the request, ISO 8601' },
  { name: 'CACHEBUSTING', forms: ['[CACHEBUSTING]'], description: 'Eight random digits' },
  vast('LIMITADTRACKING', 'Whether the viewer limits ad tracking: 1 or 0'),
  vast('DOMAIN', "The site's domain"),
  vast('PAGEURL', "The page's address"),
  vast('APPBUNDLE', "The app's bundle or store id"),
  vast('STOREID', "The app's id in its store"),
  vast('STOREURL', "The app's address in its store"),
  vast('IFA', "The device's advertising id"),
  vast('IFATYPE', 'Kind of the advertising id, such as aaid, idfa, rida'),
  vast('DEVICEIP', "The viewer's IP address"),
  vast('DEVICEUA', "The viewer's user agent"),
  vast('CLIENTUA', "The player's name and version"),
  vast('SERVERSIDE', 'Who makes the request: 0 the player, 1 a server for the player, 2 a server for another server'),
  vast('SERVERUA', "The requesting server's user agent"),
  vast('LATLONG', 'Latitude and longitude'),
  vast('PLAYERSIZE', "The player's width and height in pixels"),
  vast('PLAYERWIDTH', "The player's width in pixels"),
  vast('PLAYERHEIGHT', "The player's height in pixels"),
  vast('APPNAME', "The app's name"),
  vast('BREAKPOSITION', 'Where the break is: 1 before, 2 within, 3 after the content'),
  vast('BREAKMAXDURATION', "The break's longest duration in seconds"),
  vast('BREAKMAXADS', 'The most ads in the break'),
  vast('BREAKMINADLENGTH', 'The shortest ad in seconds'),
  vast('BREAKMAXADLENGTH', 'The longest ad in seconds'),
  vast('ADCOUNT', 'Ads expected in the response'),
  vast('ADTYPE', 'Kind of ad: video, audio or hybrid'),
  vast('PLACEMENTTYPE', 'Kind of placement, AdCOM numbers'),
  vast('PLAYBACKMETHODS', 'How playback starts, AdCOM numbers'),
  vast('VASTVERSIONS', 'VAST versions accepted, AdCOM numbers'),
  vast('APIFRAMEWORKS', 'API frameworks supported, AdCOM numbers'),
  vast('MEDIAMIME', 'MIME types accepted'),
  vast('OMIDPARTNER', "The Open Measurement partner's name and version"),
  vast('CONTENTID', "The content's id"),
  vast('CONTENTURI', "The content's address"),
  vast('CONTENTCAT', "The content's categories"),
  vast('BLOCKEDADCATEGORIES', 'Ad categories that are refused'),
  vast('TRANSACTIONID', "The request's id"),
  vast('REGULATIONS', 'Regulations that apply, such as gdpr or coppa'),
  vast('GDPRCONSENT', 'TCF consent string'),
  vast('GPPSTRING', 'Global Privacy Platform string'),
  vast('GPPSECTIONID', 'Sections of the GPP string that apply'),
  vast('DSAREQUIRED', 'Whether the Digital Services Act demands transparency'),
  vast('DSAPARAMS', 'User parameters used, by the Digital Services Act'),
  vast('DSAPUBRENDER', 'Whether the publisher shows the transparency information'),
  openRtb('GDPR', 'Whether the GDPR applies: 1 or 0', '${GDPR}'),
  openRtb('US_PRIVACY', 'US Privacy string', '${US_PRIVACY}'),
  openRtb('GDPR_CONSENT', 'TCF consent string; the value of GDPRCONSENT', '${GDPR_CONSENT_nnn}'),
  openRtb('GPP_STRING', 'Global Privacy Platform string; the value of GPPSTRING', '${GPP_STRING_nnn}'),
  openRtb('GPP_SID', 'Sections of the GPP string; the value of GPPSECTIONID', '${GPP_SID}'),
  openRtb('SCHAIN', 'Serialized supply chain', '$SCHAIN', '${SCHAIN}'),
  openRtb('AUCTION_PRICE', 'Price of the sale', '${AUCTION_PRICE}'),
];

const byName = new Map(SERVER_MACROS.map((macro) => [macro.name, macro]));

/** One value, several names: the key under which the value is given. */
const sameValue: Readonly<Record<string, string>> = {
  GDPR_CONSENT: 'GDPRCONSENT',
  GPP_STRING: 'GPPSTRING',
  GPP_SID: 'GPPSECTIONID',
};

const dollarNames = new Set(SERVER_MACROS.filter((macro) => macro.forms.some(isDollar)).map((macro) => macro.name));

function isDollar(form: string): boolean {
  return form.startsWith('$');
}

/** `[NAME]` (also of an account's own parameters), `${NAME}` with an optional vendor number, `$SCHAIN`; brackets, braces and dollar may be percent-encoded. */
const pattern =
  /(?:\[|%5B)([\w.-]{1,64})(?:\]|%5D)|(?:\$|%24)(?:(?:\{|%7B)([A-Z][A-Z_]*?)(?:_[0-9]+|_nnn)?(?:\}|%7D)|(SCHAIN)(?![A-Za-z0-9_]))/gi;

interface Place {
  macro: ServerMacro | OwnMacro;
  /** The macro as it stands in the URL. */
  written: string;
}

/** What may be the macro of an account's own parameter: only a request's values tell. */
interface OwnMacro {
  /** In lower case. */
  own: string;
}

/** A URL cut at its macros, to be filled for each request: the returned function writes the URL for given values. */
export function preparedMacros(url: string): (values: MacroValues) => string {
  const { texts, places } = cut(url);
  if (places.length === 0) return () => url;
  return (values) => {
    let out = texts[0] ?? '';
    let index = 0;
    for (const place of places) {
      out += fill(place, values);
      index += 1;
      out += texts[index] ?? '';
    }
    return out;
  };
}

/**
 * The URL with the server's macros filled: each value percent-encoded once, lists joined by bare commas, withheld ones
 * as -2, unknown ones as -1 (empty in the `$` forms; TIMESTAMP and CACHEBUSTING stay). Everything else is left alone (1.4, 1.5).
 */
export function fillVastMacros(url: string, values: MacroValues): string {
  return preparedMacros(url)(values);
}

function cut(url: string): { texts: string[]; places: Place[] } {
  const texts: string[] = [];
  const places: Place[] = [];
  let from = 0;
  for (const match of url.matchAll(pattern)) {
    const [written, bracketed, braced, bare] = match;
    const macro = findMacro(bracketed, braced ?? bare) ?? (bracketed ? { own: bracketed.toLowerCase() } : undefined);
    if (!macro) continue;
    texts.push(url.slice(from, match.index));
    places.push({ macro, written });
    from = match.index + written.length;
  }
  texts.push(url.slice(from));
  return { texts, places };
}

function findMacro(bracketed: string | undefined, dollar: string | undefined): ServerMacro | undefined {
  if (dollar !== undefined) return dollarNames.has(dollar) ? byName.get(dollar) : undefined;
  const macro = bracketed === undefined ? undefined : byName.get(bracketed);
  return macro && !dollarNames.has(macro.name) ? macro : undefined;
}

function fill({ macro, written }: Place, values: MacroValues): string {
  if ('own' in macro) {
    const own = Object.hasOwn(values, macro.own) ? values[macro.own] : undefined;
    return typeof own === 'string' ? encode(own) : written;
  }
  const value = values[sameValue[macro.name] ?? macro.name];
  if (value === null) return '-2';
  if (value === undefined) return macro.whenUnknown ?? written;
  return typeof value === 'string' ? encode(value) : value.map(encode).join(',');
}

/** Lone surrogates, which cannot be encoded, become the replacement character instead of an exception. */
function encode(value: string): string {
  return encodeURIComponent(
    value.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD'),
  );
}

/** What an error tracker is told: eight digits and an ISO 8601 time, both unencoded. */
export interface ErrorMoment {
  cachebusting: string;
  timestamp: string;
}

/** An Error URL ready to be requested: [ERRORCODE], [CACHEBUSTING] and [TIMESTAMP] filled, plain or percent-encoded. */
export function expandErrorUrl(url: string, code: number, moment: ErrorMoment): string {
  const values: Readonly<Record<string, string>> = {
    ERRORCODE: String(code),
    CACHEBUSTING: moment.cachebusting,
    TIMESTAMP: moment.timestamp,
  };
  return url.replace(/(?:\[|%5B)(ERRORCODE|CACHEBUSTING|TIMESTAMP)(?:\]|%5D)/gi, (written, name: string) => {
    const value = values[name];
    return value === undefined ? written : encodeURIComponent(value);
  });
}
