import type { Fault } from '../entity/fault.ts';
import { companyOf } from '../reference/partners.ts';
import { partnerFacts } from '../reference/partners/partnerFacts.ts';

const placeholder = /\{([A-Za-z_]+)\}/g;

/**
 * The fault of a URL that still has a placeholder of its partner's pattern, such as {zoneId}: the value that the partner
 * assigns is missing.
 */
export function patternFaults(path: 'url' | 'endpoint', url: string, partner: string): Fault[] {
  const company = companyOf(partner);
  const pattern = company && partnerFacts[company.id]?.patterns?.[path];
  if (!company || pattern === undefined) return [];
  const missing = [...pattern.matchAll(placeholder)].find(([written]) => url.includes(written));
  if (!missing) return [];
  const [written, name] = missing;
  const label = company.params.find((param) => param.name === name)?.label;
  const value =
    label === undefined ? 'the value' : `the ${label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`;
  return [{ code: 'placeholder', message: `Replace ${written} with ${value} from ${company.name}`, path }];
}
