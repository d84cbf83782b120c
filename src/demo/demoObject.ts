import type { DemoCreative } from './network.ts';

/** Objects of the demo's account beside its waterfalls: by path of their entity, each found again by its name. */
export interface DemoObject {
  path: string;
  row: Record<string, unknown> & { name: string };
  /** The advertiser that it belongs to, by name. */
  advertiser?: string;
  /** Other objects that it refers to, by field: the path of their entity, and their names. One where the field takes one. */
  refs?: Readonly<Record<string, { path: string; names: readonly string[] } | { path: string; name: string }>>;
  /** The buyer whose address it has, by name. */
  buyer?: string;
  /** The ad whose VAST is stored with it. */
  vast?: DemoCreative;
  /** Files of src/demo/media that a creative is made of. */
  files?: readonly { name: string; role?: 'icon' }[];
  /** What a new creative is reviewed as, with a note where it is rejected. */
  review?: { review: 'approved' } | { review: 'rejected'; note: string };
  /** What a new list holds. */
  members?: readonly string[];
}
