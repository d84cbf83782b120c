/** How the address of an app in a store names its bundle or store ID. */
interface Store {
  /** The host, without www. */
  host: RegExp;
  /** Query parameters that hold the ID, the first of which counts. */
  parameters?: readonly string[];
  /** The path, with the ID as its first group. */
  path?: RegExp;
}

/** The stores of phones, tablets and TVs. */
const stores: readonly Store[] = [
  // Google Play
  { host: /^play\.google\.com$/, parameters: ['id'] },
  // App Store
  { host: /^(?:apps|itunes)\.apple\.com$/, path: /\/id(\d+)$/ },
  // Roku
  { host: /^channelstore\.roku\.com$/, path: /\/details\/([^/]+)/ },
  // Amazon Fire: the number of the product (ASIN), or the package.
  {
    host: /^amazon\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/,
    parameters: ['p', 'asin'],
    path: /\/(?:dp|gp\/product)\/([a-z0-9]{10})(?:\/|$)/i,
  },
  // Samsung
  { host: /^samsung\.com$/, path: /\/appstore\/app\/([^/]+)/ },
  { host: /^(?:galaxystore|apps)\.samsung\.com$/, parameters: ['appId'], path: /\/(?:detail|geardetail)\/([^/]+)/ },
  // LG
  { host: /(?:^|\.)lgappstv\.com$/, parameters: ['appId'] },
  // Vizio
  { host: /^vizio\.com$/, parameters: ['appId'] },
  // Microsoft
  { host: /^apps\.microsoft\.com$/, parameters: ['productId'], path: /\/detail\/([^/]+)/ },
];

/** The parts of an address: scheme, host without www., path, and query. */
const addressForm = /^(?:([a-z]+):\/\/)?(?:www\.)?([^/?#]+)([^?#]*)(?:\?([^#]*))?/i;

/**
 * The bundle or store ID that an app's address in a store names, as written there: com.example.recipes of
 * https://play.google.com/store/apps/details?id=com.example.recipes&hl=en; null for any other text. The scheme may be
 * missing.
 */
export function bundleOfStoreAddress(text: string): string | null {
  const [, scheme, host = '', path = '', query = ''] = addressForm.exec(text) ?? [];
  if (scheme?.toLowerCase() === 'market') return parameterOf(query, 'id');
  const store = stores.find((each) => each.host.test(host.toLowerCase()));
  if (!store) return null;
  const fromQuery = store.parameters?.map((name) => parameterOf(query, name)).find(Boolean);
  return fromQuery ?? decoded(store.path?.exec(path.replace(/\/$/, ''))?.[1] ?? '');
}

function parameterOf(query: string, name: string): string | null {
  const found = query.split('&').find((each) => each.startsWith(`${name}=`));
  return found === undefined ? null : decoded(found.slice(name.length + 1));
}

/** A percent-encoded text; null if it is empty or malformed. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text) || null;
  } catch {
    return null;
  }
}
