/** A macro that may stand in an address. */
export interface PixelMacro {
  /** As it is written in the address. */
  macro: string;
  /** What takes its place. */
  help: string;
}

/** Macros of our own: what only the server knows of the ad. Filled with every ad; empty where there is nothing to say. */
export const ownPixelMacros = [
  { macro: '{imp_id}', help: 'Unique id of the ad served, 16 characters' },
  { macro: '{channel}', help: 'Id of the channel: the placement' },
  { macro: '{tag}', help: 'Id of the tag that won' },
  { macro: '{advertiser}', help: 'Id of the tag’s advertiser' },
  { macro: '{publisher}', help: 'Id of the sub-publisher' },
  { macro: '{pub_id}', help: 'Publisher id that the request declares' },
  { macro: '{supply_type}', help: 'web, mobileWeb, app or ctv' },
  { macro: '{price}', help: 'What the ad pays: CPM in USD. Viewers can read it' },
  { macro: '{cachebuster}', help: 'Eight random digits, made with the ad' },
] as const satisfies readonly PixelMacro[];

/** Name of one of our own macros, without its braces. */
export type OwnPixelMacro = (typeof ownPixelMacros)[number]['macro'] extends `{${infer Name}}` ? Name : never;

/** VAST macros. Those of the viewer are filled where the request tells them; the rest is for the player. */
export const vastPixelMacros = [
  { macro: '[DEVICEIP]', help: 'The viewer’s IP address' },
  { macro: '[DEVICEUA]', help: 'The viewer’s user agent' },
  { macro: '[IFA]', help: 'The device’s advertising id, unless it is limited' },
  { macro: '[IFATYPE]', help: 'Kind of the advertising id' },
  { macro: '[LIMITADTRACKING]', help: 'Whether the viewer limits ad tracking: 1 or 0' },
  { macro: '[APPBUNDLE]', help: 'The app’s bundle or store id' },
  { macro: '[DOMAIN]', help: 'The site’s domain' },
  { macro: '[PAGEURL]', help: 'The page’s address' },
  { macro: '[PLAYERSIZE]', help: 'The player’s width and height' },
  { macro: '[LATLONG]', help: 'Latitude and longitude' },
  { macro: '[REGULATIONS]', help: 'Regulations that apply, such as gdpr' },
  { macro: '[GDPRCONSENT]', help: 'TCF consent string' },
  { macro: '[GPPSTRING]', help: 'Global Privacy Platform string' },
  { macro: '[TIMESTAMP]', help: 'When the pixel is called; the player fills it' },
  { macro: '[CACHEBUSTING]', help: 'Eight random digits; the player fills it' },
  { macro: '[ERRORCODE]', help: 'VAST error code, for pixels of errors; the player fills it' },
] as const satisfies readonly PixelMacro[];

const known = new Set<string>(ownPixelMacros.map(({ macro }) => macro));

/** The macros in braces that an address holds, each once. `${NAME}` is OpenRTB's. */
export function bracedMacros(url: string): string[] {
  return [...new Set(url.match(/(?<!\$)\{[^{}\s/?&=#]*\}/g))];
}

/** Those that are none of ours. */
export function unknownPixelMacros(url: string): string[] {
  return bracedMacros(url).filter((macro) => !known.has(macro));
}
