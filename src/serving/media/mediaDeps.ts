import type { MediaReader } from '#storage/media/cachedMedia.ts';
import type { UrlSealer } from '../notices/urlSealer.ts';

/** What ads of our own are served with. */
export interface MediaDeps {
  files: MediaReader;
  /** Seals where clicks lead. */
  clicks: UrlSealer;
  /** Opens the addresses of previews. */
  previews: UrlSealer;
  /** The origin of the console, which alone may frame previews; null where it is not known. */
  consoleOrigin: string | null;
}
