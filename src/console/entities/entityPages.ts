/** The page that lists an entity, for links to its rows. */
const pagePaths: Record<string, string> = {
  demand: '/demands',
  tag: '/tags',
  advertiser: '/advertisers',
  channel: '/channels',
  subpublisher: '/subpublishers',
};

/** Path of the page of an entity; undefined for one without a page of its own. */
export function pageOf(entity: string | undefined): string | undefined {
  return entity === undefined ? undefined : pagePaths[entity];
}
