import type { CreativeRow } from '#model/index.ts';

/** What of a creative its markup is made of. */
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

/** VAST of creatives by the files that are in it. A changed creative is another object. */
export type VastCache = WeakMap<CreativeContent, Map<string, string>>;

/** What markup needs beside the creative. */
export interface MarkupContext {
  /** Where media are served, without a slash at the end. */
  mediaUrl: string;
  /** Under whose name creatives have their ids: the domain of the platform. */
  registry: string;
  /** Fills the macros of what third parties gave, for this request. */
  fill: (text: string) => string;
  /** What was written for these addresses before, which is the same text again. Absent = nothing is kept. */
  vastCache?: VastCache;
}
