/** Facts about an app from its page in a store; empty where the page has none. */
export interface StorePage {
  /** The developer's site, on which app-ads.txt is found. */
  developerUrl: string;
  bundleId: string;
  storeId: string;
}

/** Reads the meta tags about an app: `<meta name="appstore:developer_url" content="…">` and similar. */
export function readStorePage(html: string): StorePage {
  const metaTags = new Map<string, string>();
  for (const [tag] of html.matchAll(/<meta\b[^<>]{0,2000}>/gi)) {
    const attributes = attributesOf(tag);
    const name = (attributes.get('name') ?? attributes.get('property') ?? '').toLowerCase();
    if (name.startsWith('appstore:') && !metaTags.has(name))
      metaTags.set(name, (attributes.get('content') ?? '').trim());
  }
  return {
    developerUrl: metaTags.get('appstore:developer_url') ?? '',
    bundleId: metaTags.get('appstore:bundle_id') ?? '',
    storeId: metaTags.get('appstore:store_id') ?? '',
  };
}

function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of tag.matchAll(
    /(?<![\w:-])([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g,
  )) {
    attributes.set(name.toLowerCase(), unescaped(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

function unescaped(text: string): string {
  return text.replace(
    /&(amp|lt|gt|quot|#39|#x27);/gi,
    (entity, name: string) => entities[name.toLowerCase()] ?? entity,
  );
}
