import type { Fault } from '../entity/fault.ts';
import { domainPattern, domainPatternText, pastedDomain } from '../field/domains.ts';
import { bundleOfStoreAddress, isStoreHost } from '../lists/bundleOfStoreAddress.ts';

/** The fields of an app that name it. */
interface NamedApp {
  platform: string;
  /** As typed or pasted. */
  bundle: string;
}

/** A bundle or store ID. Roku also has IDs of two hexadecimal numbers. */
const bundleForm = /^(?!www\.)(?:[a-z0-9_][a-z0-9_.-]*|[0-9a-f]+:[0-9a-f]+)$/i;

const maxLength = 255;

const bundleText = 'Must be a bundle, a store ID or the address of an app in a store';

/**
 * The bundle or store ID of an app, which may be typed or pasted as its address in a store; for the web, the domain,
 * which may be pasted as the address of a page. Null for any other text.
 */
export function bundleOfApp({ platform, bundle: text }: NamedApp): string | null {
  const ofStore = bundleOfStoreAddress(text);
  if (platform === 'web') {
    const domain = pastedDomain(text);
    return ofStore === null && domain.length <= maxLength && domainPattern.test(domain) ? domain : null;
  }
  const bundle = ofStore ?? text;
  return bundle.length <= maxLength && bundleForm.test(bundle) && !isStoreHost(bundle) ? bundle : null;
}

/** The fault of a new or changed bundle that names no app; bundles of earlier versions stay valid. */
export function bundleFaults(app: NamedApp, before: NamedApp | null): Fault[] {
  if (app.bundle === before?.bundle || bundleOfApp(app) !== null) return [];
  const message = app.platform === 'web' ? domainPatternText : bundleText;
  return [{ code: 'invalid_bundle', message, path: 'bundle' }];
}
