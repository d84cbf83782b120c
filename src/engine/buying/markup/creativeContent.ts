import type { CreativeRow } from '#model/index.ts';

/** The columns of a creative that its markup is made of. */
export type CreativeContent = Pick<
  CreativeRow,
  | 'id'
  | 'name'
  | 'type'
  | 'files'
  | 'vastUrl'
  | 'vastXml'
  | 'markup'
  | 'title'
  | 'body'
  | 'sponsor'
  | 'callToAction'
  | 'width'
  | 'height'
  | 'clickUrl'
  | 'isSkippable'
  | 'skipAfterS'
  | 'adomain'
  | 'categories'
>;

/** VAST of creatives by the files it contains. A changed creative is another object. */
export type VastCache = WeakMap<CreativeContent, Map<string, string>>;

/** The inputs of markup beside the creative. */
export interface MarkupContext {
  /** Base URL of media files, without a trailing slash. */
  mediaUrl: string;
  /** The registry of our UniversalAdIds: the platform's domain. */
  registry: string;
  /** Fills the macros in third-party URLs and markup for this request. */
  fill: (text: string) => string;
  /** VAST written before, which can be used again. Absent = no caching. */
  vastCache?: VastCache;
}
