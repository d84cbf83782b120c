import type { XmlElement } from '../xml/xmlElement.ts';
import type { VastAd, VastVersion } from './types.ts';

/** An ad whose text is edited. */
export interface SplicedAd {
  kind: VastAd['kind'];
  version: VastVersion;
  /** InLine or Wrapper. */
  body: XmlElement;
}
