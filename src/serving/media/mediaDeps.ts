import type { MediaReader } from '#storage/media/cachedMedia.ts';
import type { UrlSealer } from '../notices/urlSealer.ts';

/** The dependencies that serve our own creatives. */
export interface MediaDeps {
  files: MediaReader;
  /** Seals click targets. */
  clicks: UrlSealer;
  /** Opens preview URLs. */
  previews: UrlSealer;
  /** The origin of the console, the only one that may frame previews; null when unknown. */
  consoleOrigin: string | null;
}
