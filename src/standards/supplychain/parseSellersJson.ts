import type { Ext } from '../openrtb/types.ts';
import { error, type SupplyFinding, warning } from './finding.ts';
import { isRootDomain } from './rootDomain.ts';
import { longestSellerId } from './schain.ts';
import { type ListedSeller, type SellersJson, sellerTypes } from './sellersJson.ts';

/** Reads somebody's sellers.json, leniently: sellers that cannot be used are left out and told. Null = no such file. */
export function parseSellersJson(text: string): { file: SellersJson | null; findings: SupplyFinding[] } {
  const content = parseJson(text);
  if (!isObject(content)) return { file: null, findings: [error('not_json', 'The file is not a JSON object.')] };
  if (!Array.isArray(content['sellers'])) {
    return { file: null, findings: [error('no_sellers', 'The file has no list of sellers.')] };
  }
  const findings: SupplyFinding[] = [];
  const version = typeof content['version'] === 'string' ? content['version'] : '';
  if (version !== '1.0' && version !== '1.1') {
    findings.push(warning('version', version === '' ? 'The file names no version.' : `Version ${version} is unknown.`));
  }
  const sellers = new Map<string, ListedSeller>();
  for (const [index, entry] of (content['sellers'] as unknown[]).entries()) {
    const seller = readSeller(entry, index, findings);
    if (!seller) continue;
    if (sellers.has(seller.seller_id)) {
      findings.push(error('seller_id_twice', `Two sellers have the id ${seller.seller_id}; the first counts.`, index));
    } else {
      sellers.set(seller.seller_id, seller);
    }
  }
  const file: SellersJson = { version, sellers: [...sellers.values()] };
  const email = textOf(content['contact_email']);
  const address = textOf(content['contact_address']);
  const identifiers = readIdentifiers(content['identifiers']);
  if (email !== '') file.contact_email = email;
  if (address !== '') file.contact_address = address;
  if (identifiers.length > 0) file.identifiers = identifiers;
  if (isObject(content['ext'])) file.ext = content['ext'];
  return { file, findings };
}

function readSeller(entry: unknown, index: number, findings: SupplyFinding[]): ListedSeller | null {
  const id = isObject(entry) ? textOf(entry['seller_id']) : '';
  if (!isObject(entry) || id === '') {
    findings.push(error('seller_id', 'A seller has no id.', index));
    return null;
  }
  const type = sellerTypes.find((each) => each === textOf(entry['seller_type']).toUpperCase());
  if (!type) {
    findings.push(error('seller_type', `Seller ${id} is neither ${sellerTypes.join(' nor ')}.`, index));
    return null;
  }
  const seller: ListedSeller = { seller_id: id, seller_type: type };
  const isConfidential = isSet(entry['is_confidential']);
  for (const name of ['name', 'domain', 'comment'] as const) {
    const text = textOf(entry[name]);
    if (text !== '') seller[name] = text;
  }
  if (isConfidential) seller.is_confidential = 1;
  if (isSet(entry['is_passthrough'])) seller.is_passthrough = 1;
  if (isObject(entry['ext'])) seller.ext = entry['ext'];
  if (id.length > longestSellerId) {
    findings.push(warning('seller_id_long', `The id ${id} is longer than ${longestSellerId} characters.`, index));
  }
  if (seller.name === undefined && !isConfidential) {
    findings.push(error('name_missing', `Seller ${id} has no name and is not confidential.`, index));
  }
  if (seller.domain !== undefined && !isRootDomain(seller.domain)) {
    findings.push(warning('domain_wrong', `${seller.domain} of seller ${id} is no root domain.`, index));
  }
  return seller;
}

function readIdentifiers(value: unknown): { name: string; value: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    if (!isObject(each)) return [];
    const [name, text] = [textOf(each['name']), textOf(each['value'])];
    return name === '' || text === '' ? [] : [{ name, value: text }];
  });
}

function isSet(value: unknown): boolean {
  return value === true || Number(value) === 1;
}

/** Ids are texts, though some files write numbers. */
function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

function isObject(value: unknown): value is Ext {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    // A byte order mark is no JSON, and often there.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
