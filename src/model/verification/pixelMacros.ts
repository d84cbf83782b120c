/** A macro in a URL. */
export interface PixelMacro {
  /** As written in the URL. */
  macro: string;
  help: string;
}

/** Our own macros, with data of the ad that only the server has. Filled for every ad; empty where there is no value. */
export const ownPixelMacros = [
  { macro: '{imp_id}', help: 'Unique ID of the served ad, 16 characters' },
  { macro: '{channel}', help: 'ID of the channel (placement)' },
  { macro: '{tag}', help: 'ID of the winning tag' },
  { macro: '{advertiser}', help: 'ID of the tag’s advertiser' },
  { macro: '{publisher}', help: 'ID of the sub-publisher' },
  { macro: '{pub_id}', help: 'Publisher ID declared in the request' },
  { macro: '{supply_type}', help: 'web, mobileWeb, app or ctv' },
  { macro: '{price}', help: 'Price of the ad as CPM in USD; visible to viewers' },
  { macro: '{cachebuster}', help: 'Eight random digits, generated with the ad' },
] as const satisfies readonly PixelMacro[];

/** The name of one of our own macros, without braces. */
export type OwnPixelMacro = (typeof ownPixelMacros)[number]['macro'] extends `{${infer Name}}` ? Name : never;

/** VAST macros. Those about the viewer are filled where the request declares them; the player fills the others. */
export const vastPixelMacros = [
  { macro: '[DEVICEIP]', help: 'IP address of the viewer' },
  { macro: '[DEVICEUA]', help: 'User agent of the viewer' },
  { macro: '[IFA]', help: 'Advertising ID of the device, unless ad tracking is limited' },
  { macro: '[IFATYPE]', help: 'Advertising ID type' },
  { macro: '[LIMITADTRACKING]', help: 'Whether the viewer limits ad tracking: 1 or 0' },
  { macro: '[APPBUNDLE]', help: 'Bundle or store ID of the app' },
  { macro: '[DOMAIN]', help: 'Domain of the site' },
  { macro: '[PAGEURL]', help: 'URL of the page' },
  { macro: '[PLAYERSIZE]', help: 'Width and height of the player' },
  { macro: '[LATLONG]', help: 'Latitude and longitude' },
  { macro: '[REGULATIONS]', help: 'Regulations that apply, such as gdpr' },
  { macro: '[GDPRCONSENT]', help: 'TCF consent string' },
  { macro: '[GPPSTRING]', help: 'Global Privacy Platform string' },
  { macro: '[TIMESTAMP]', help: 'Time of the call; filled by the player' },
  { macro: '[CACHEBUSTING]', help: 'Eight random digits; filled by the player' },
  { macro: '[ERRORCODE]', help: 'VAST error code, for error pixels; filled by the player' },
] as const satisfies readonly PixelMacro[];

const known = new Set<string>(ownPixelMacros.map(({ macro }) => macro));

/** The macros in braces in a URL, each once. `${NAME}` is OpenRTB's. */
export function bracedMacros(url: string): string[] {
  return [...new Set(url.match(/(?<!\$)\{[^{}\s/?&=#]*\}/g))];
}

/** The macros in braces that are not ours. */
export function unknownPixelMacros(url: string): string[] {
  return bracedMacros(url).filter((macro) => !known.has(macro));
}
