import { maxAddressLength } from '../field/domains.ts';

/** How the address of an app in a store names its bundle or store ID. */
interface Store {
  /** The host, without www. */
  host: RegExp;
  /** The path of an app's page, with the ID as its first group unless a parameter holds it. */
  path: RegExp;
  /** The query parameter that holds the ID. */
  parameter?: string;
}

/** The stores of phones, tablets and TVs. Their other pages (developers, searches, books) name no app. */
const stores: readonly Store[] = [
  // Google Play
  { host: /^play\.google\.com$/, path: /^\/store\/apps\/details$/, parameter: 'id' },
  // App Store
  { host: /^(?:apps|itunes)\.apple\.com$/, path: /^\/(?:[a-z]{2}\/)?app\/(?:[^/]+\/)?id(\d+)$/ },
  // Roku
  { host: /^channelstore\.roku\.com$/, path: /^\/(?:[a-z-]{2,5}\/)?details\/([^/]+)/ },
  // Amazon Fire: the package, or the number of the product (ASIN).
  { host: /^amazon\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/, path: /^\/gp\/mas\/dl\/android$/, parameter: 'p' },
  { host: /^amazon\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/, path: /\/(?:dp|gp\/product)\/([a-z0-9]{10})(?:\/|$)/i },
  // Samsung
  { host: /^samsung\.com$/, path: /\/appstore\/app\/([^/]+)$/ },
  { host: /^galaxystore\.samsung\.com$/, path: /\/(?:detail|geardetail)\/([^/]+)$/ },
  { host: /^apps\.samsung\.com$/, path: /\/appDetail\.as$/, parameter: 'appId' },
  // LG
  { host: /(?:^|\.)lgappstv\.com$/, path: /\/tvapp\/detail$/, parameter: 'appId' },
  // Vizio
  { host: /^vizio\.com$/, path: /\/smart-tv-apps$/, parameter: 'appId' },
  // Microsoft
  { host: /^apps\.microsoft\.com$/, path: /^\/(?:store\/)?detail\/(?:[^/]+\/)?([a-z0-9]{12})$/i },
  { host: /^microsoft\.com$/, path: /\/p\/(?:[^/]+\/)?([a-z0-9]{12})$/i },
];

/** The parts of an address: scheme, host without www. and port, path, and query. */
const addressForm = /^(?:(?:(https?|market):)?\/\/)?(?:www\.)?([^/?#:]+)(?::\d+)?(\/[^?#]*)?(?:\?([^#]*))?/i;

/**
 * The bundle or store ID that an app's address in a store names, as written there: com.example.recipes of
 * https://play.google.com/store/apps/details?id=com.example.recipes&hl=en; null for any other text. The scheme may be
 * missing. A host that only contains the name of a store is none.
 */
export function bundleOfStoreAddress(text: string): string | null {
  if (text.length > maxAddressLength) return null;
  const [, scheme, host = '', path = '', query = ''] = addressForm.exec(text) ?? [];
  if (scheme?.toLowerCase() === 'market') return parameterOf(query, 'id');
  const page = path.replace(/\/$/, '');
  for (const store of stores) {
    const found = store.host.test(host.toLowerCase()) ? store.path.exec(page) : null;
    if (found) return store.parameter === undefined ? decoded(found[1] ?? '') : parameterOf(query, store.parameter);
  }
  return null;
}

/** Whether a text is the host of a store, without www. */
export function isStoreHost(text: string): boolean {
  const host = text.toLowerCase();
  return stores.some((store) => store.host.test(host));
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
