import { isObject, type Findings, type ObjectPath } from '../fieldChecks.ts';

/**
 * Checks a native request (2.2): JSON with assets of distinct ids. `native` is the path of the object that contains
 * it. The root element of version 1.0 is accepted.
 */
export function checkNativeRequest(request: unknown, native: ObjectPath, found: Findings): void {
  if (typeof request !== 'string') {
    if (request === undefined || request === null) found.fault(native, 'request', 'required', 'Required');
    return;
  }
  const root = rootOf(request);
  if (root === null) {
    found.fault(native, 'request', 'invalid_format', 'Must be a native request as a JSON string');
    return;
  }
  const path = { name: 'request', above: native };
  const assets = root['assets'];
  if (!Array.isArray(assets) || assets.length === 0) {
    found.fault(path, 'assets', 'required', 'At least one asset is required');
    return;
  }
  checkAssets(assets as unknown[], { name: 'assets', above: path }, found);
}

function rootOf(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isObject(parsed)) return null;
    return isObject(parsed['native']) ? parsed['native'] : parsed;
  } catch {
    return null;
  }
}

function checkAssets(assets: readonly unknown[], path: ObjectPath, found: Findings): void {
  const ids = new Set<unknown>();
  for (const [index, asset] of assets.entries()) {
    const id = isObject(asset) ? asset['id'] : null;
    const own = { name: index, above: path };
    if (!isObject(asset)) found.fault(path, index, 'invalid_type', 'Must be an object');
    else if (!Number.isSafeInteger(id)) found.fault(own, 'id', 'required', 'Must be a whole number');
    else if (ids.has(id)) found.fault(own, 'id', 'twice', `Another asset has the ID ${String(id)}`);
    ids.add(id);
  }
}
