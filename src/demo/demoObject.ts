import type { DemoCreative } from './demoCreatives.ts';

/** An object of the demo account outside its waterfalls: entity path and row, identified by name. */
export interface DemoObject {
  path: string;
  row: Record<string, unknown> & { name: string };
  /** Name of the advertiser that owns it. */
  advertiser?: string;
  /** Referenced objects by field: the path of their entity, and their names, or one name for fields that take one. */
  refs?: Readonly<Record<string, { path: string; names: readonly string[] } | { path: string; name: string }>>;
  /** Name of the buyer whose URL it gets. */
  buyer?: string;
  /** The creative whose VAST is stored in it. */
  vast?: DemoCreative;
  /** Files of src/demo/media to upload to a creative. */
  files?: readonly { name: string; role?: 'icon' }[];
  /** Review of a new creative, with a note when it is rejected. */
  review?: { review: 'approved' } | { review: 'rejected'; note: string };
  /** Members of a new list. */
  members?: readonly string[];
}
