import { asciiDomain } from '#model/field/domains.ts';
import { bundleOfStoreAddress, isStoreHost } from '#model/lists/bundleOfStoreAddress.ts';
import { normalizeMediaUrl } from '#standards/vast/creativeIdentity.ts';
import { parseAddressRange } from './addressSet.ts';
import { formatAddressRange } from './formatAddressRange.ts';
import { type ListKind, listValue } from './listSet.ts';

/** A parsed line of a list: the member in its normalized form, or a fault. */
export type ListItem = { type: 'item'; value: string } | { type: 'fault'; message: string };

/** Maximum characters of a member. */
const lengths: Record<ListKind, number> = {
  bundle: 255,
  domain: 253,
  appName: 255,
  ip: 64,
  deviceId: 255,
  subId: 255,
  postal: 20,
  publisher: 128,
  // The database indexes whole members of at most 2,700 bytes.
  creative: 600,
};

/** Parses a non-empty line as a member of a list of a kind. */
export function readListItem(kind: ListKind, text: string): ListItem {
  // Control characters, or text that was not UTF-8.
  if (/[\p{Cc}\uFFFD]/u.test(text)) return fault('Contains invalid characters');
  const value = valueOf(kind, text);
  if (typeof value !== 'string') return value;
  const most = lengths[kind];
  if (value.length > most) return fault(`Longer than ${most} characters`);
  return value === '' ? fault('Is empty') : { type: 'item', value };
}

function valueOf(kind: ListKind, text: string): string | ListItem {
  switch (kind) {
    case 'domain':
      return bundleOfStoreAddress(text.trim()) === null
        ? domainOf(listValue(kind, text))
        : fault('The address of an app in a store: it belongs in a list of bundles');
    case 'ip': {
      const range = parseAddressRange(text.trim());
      return range ? formatAddressRange(range) : fault('Not an IP address or CIDR range');
    }
    case 'creative': {
      const value = normalizeMediaUrl(text);
      return /\s/.test(value) ? fault('Contains a space') : value;
    }
    case 'bundle':
      return bundleOf(text.trim());
    case 'deviceId': {
      const value = listValue(kind, text);
      return /\s/.test(value) ? fault('Contains a space') : value;
    }
    case 'postal': {
      const value = listValue(kind, text);
      return /^[A-Z0-9]+$/.test(value) ? value : fault('Not a postal code');
    }
    case 'appName':
    case 'subId':
    case 'publisher':
      break;
  }
  return listValue(kind, text);
}

/** An app's address in a store becomes its bundle or store ID; requests contain no other address. */
function bundleOf(text: string): string | ListItem {
  const isAddress = /[/?]/.test(text);
  const bundle = isAddress ? bundleOfStoreAddress(text) : text;
  if (bundle === null) return fault('Not the address of an app in a known store');
  const value = listValue('bundle', bundle);
  if (/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value)) return fault('Contains invisible characters');
  if (isStoreHost(value) || /[*\P{ASCII}]/u.test(value)) return fault('Not a bundle or store ID');
  return /[\s/?]/.test(value) ? fault(isAddress ? 'Not a bundle or store ID' : 'Contains a space') : value;
}

function domainOf(host: string): string | ListItem {
  return asciiDomain(host) ?? fault('Not a domain');
}

function fault(message: string): ListItem {
  return { type: 'fault', message };
}
