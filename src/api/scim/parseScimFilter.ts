import { textFault } from '#model/field/textSchema.ts';
import { ScimFault } from './scimFault.ts';

/** The attribute in lower case and the value that a filter compares. */
export interface ScimFilter {
  attribute: string;
  value: string;
}

/**
 * Parses a filter (RFC 7644, section 3.4.2.2) of one comparison with `eq`, as identity providers send it: userName eq
 * "jane@company.example". Throws a ScimFault for any other, and for attributes that are not allowed.
 */
export function parseScimFilter(filter: string | undefined, allowed: readonly string[]): ScimFilter | null {
  if (filter === undefined) return null;
  const [, name = '', text = ''] = /^\s*([\w.:-]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(filter) ?? [];
  const attribute = name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '').toLowerCase();
  if (!allowed.some((each) => each.toLowerCase() === attribute))
    throw new ScimFault(
      400,
      `Only ${allowed.map((each) => `${each} eq "…"`).join(', ')} can be filtered`,
      'invalidFilter',
    );
  const value = textIn(text);
  if (value === null || textFault(value) !== null)
    throw new ScimFault(400, 'The value of the filter is not a valid text', 'invalidFilter');
  return { attribute, value };
}

function textIn(json: string): string | null {
  try {
    return String(JSON.parse(json));
  } catch {
    return null;
  }
}
