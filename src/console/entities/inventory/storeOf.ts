const stores: readonly { host: RegExp; name: string }[] = [
  { host: /(?:^|\.)apps\.apple\.com$|(?:^|\.)itunes\.apple\.com$/, name: 'App Store' },
  { host: /(?:^|\.)play\.google\.com$/, name: 'Google Play' },
  { host: /(?:^|\.)roku\.com$/, name: 'Roku' },
  { host: /(?:^|\.)amazon\.[a-z.]+$/, name: 'Amazon' },
  { host: /(?:^|\.)samsung\.com$/, name: 'Samsung' },
  { host: /(?:^|\.)lg(?:appstv|tvcommunity)?\.com$/, name: 'LG' },
  { host: /(?:^|\.)vizio\.com$/, name: 'Vizio' },
  { host: /(?:^|\.)microsoft\.com$/, name: 'Microsoft' },
  { host: /(?:^|\.)huawei\.com$/, name: 'AppGallery' },
];

/** The app store of an app, by its store URL or else by the shape of its ID; empty when unknown. */
export function storeOf(app: string, storeUrl: string): string {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(storeUrl)?.[1]?.toLowerCase();
  if (host) return stores.find((store) => store.host.test(host))?.name ?? host.replace(/^www\./, '');
  if (/^(?:id)?\d{9,10}$/.test(app)) return 'App Store';
  return /^B0[0-9A-Z]{8}$/.test(app) ? 'Amazon' : '';
}
