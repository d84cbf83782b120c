import type { AdsTxt, AdsTxtKind } from './adsTxtRecords.ts';
import { error, type SupplyFinding, warning } from './finding.ts';
import { isRootDomain } from './rootDomain.ts';

const host = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const variableLine = /^([A-Za-z_][\w-]*)\s*=(.*)$/;

/**
 * Parses an ads.txt or app-ads.txt. Findings refer to lines; lines with an error are left out. A text without one valid
 * record or variable is not such a file, but a web or error page in its place: null.
 */
export function parseAdsTxt(text: string, kind: AdsTxtKind): { file: AdsTxt | null; findings: SupplyFinding[] } {
  const file: AdsTxt = {
    records: [],
    contacts: [],
    subdomains: [],
    inventoryPartners: [],
    ownerDomain: null,
    managerDomains: [],
  };
  const findings: SupplyFinding[] = [];
  const lineOfRecord = new Map<string, number>();
  let isProper = false;
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  for (const [index, rawLine] of lines.entries()) {
    // A semicolon starts extensions, which only parties that agreed on them can read.
    const line = rawLine.replace(/#.*$/, '').replace(/;.*$/, '').trim();
    if (line === '') continue;
    const variable = variableLine.exec(line);
    const finding = variable
      ? readVariable(file, kind, { name: variable[1] ?? '', value: (variable[2] ?? '').trim() }, index + 1)
      : readRecord(file, lineOfRecord, line, index + 1);
    if (finding) findings.push(finding);
    else isProper = true;
  }
  if (isProper) return { file, findings };
  return { file: null, findings: [error('empty', 'The file has no valid line.'), ...findings] };
}

function readRecord(file: AdsTxt, lineOfRecord: Map<string, number>, text: string, line: number): SupplyFinding | null {
  const [domain = '', sid = '', relation = '', certId = ''] = text.split(',').map(fieldOf);
  const asi = domain.toLowerCase();
  const relationship = (['DIRECT', 'RESELLER'] as const).find((each) => each === relation.toUpperCase());
  if (!host.test(asi))
    return error('system', `“${shortened(domain)}” is not the domain of an advertising system.`, line);
  if (sid === '') return error('seller_id', `The record for ${asi} has no publisher account ID.`, line);
  if (!relationship) return error('relationship', `The record ${asi}, ${sid} is neither DIRECT nor RESELLER.`, line);
  // The placeholder declares that no seller is authorized, in an otherwise empty file.
  if (asi === 'placeholder.example.com') return null;
  const name = JSON.stringify([asi, sid, relationship]);
  const twin = lineOfRecord.get(name);
  if (twin !== undefined) return warning('twice', `This record duplicates line ${twin}.`, line);
  lineOfRecord.set(name, line);
  file.records.push({ asi, sid, relationship, ...(certId === '' ? {} : { certId }), line });
  return null;
}

/** A field's text, in which commas and blanks are percent-encoded. */
function fieldOf(text: string): string {
  const field = text.trim();
  if (!field.includes('%')) return field;
  try {
    return decodeURIComponent(field).trim();
  } catch {
    return field;
  }
}

interface Variable {
  name: string;
  value: string;
}

function readVariable(file: AdsTxt, kind: AdsTxtKind, { name, value }: Variable, line: number): SupplyFinding | null {
  if (value === '') return warning('variable_empty', `${name} has no value.`, line);
  const domain = value.toLowerCase();
  switch (name.toUpperCase()) {
    case 'CONTACT':
      file.contacts.push(value);
      return null;
    case 'SUBDOMAIN':
      if (kind === 'app') return warning('subdomain', 'SUBDOMAIN has no effect in app-ads.txt.', line);
      if (!host.test(domain)) return error('subdomain', `“${shortened(value)}” is not a host name.`, line);
      file.subdomains.push(domain);
      return null;
    case 'INVENTORYPARTNERDOMAIN':
      if (!host.test(domain)) return error('inventory_partner', `“${shortened(value)}” is not a domain.`, line);
      file.inventoryPartners.push(domain);
      return null;
    case 'OWNERDOMAIN':
      if (!isRootDomain(domain)) return error('owner', `“${shortened(value)}” is not a root domain.`, line);
      if (file.ownerDomain !== null) return warning('owner_twice', 'Only the first OWNERDOMAIN is used.', line);
      file.ownerDomain = domain;
      return null;
    case 'MANAGERDOMAIN':
      return readManager(file, value, line);
    default:
      return warning('variable', `${shortened(name)} is not a variable of the ads.txt specification.`, line);
  }
}

function readManager(file: AdsTxt, value: string, line: number): SupplyFinding | null {
  const [domain = '', code = ''] = value.split(',').map((part) => part.trim());
  const country = code === '' ? null : code.toUpperCase();
  if (!isRootDomain(domain)) return error('manager', `“${shortened(domain)}” is not a root domain.`, line);
  if (country !== null && !/^[A-Z]{2}$/.test(country)) {
    return error('manager_country', `“${shortened(code)}” is not a two-letter country code.`, line);
  }
  if (file.managerDomains.some((each) => each.country === country)) {
    return warning('manager_twice', `Only the first MANAGERDOMAIN for ${country ?? 'all countries'} is used.`, line);
  }
  file.managerDomains.push({ domain: domain.toLowerCase(), country });
  return null;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
