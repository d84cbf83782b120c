import { readFile } from 'node:fs/promises';
import { validateXML } from 'xmllint-wasm';
import type { VastVersion } from '#standards/vast/types.ts';

/**
 * Violations of the schema of a VAST response's version; empty when it is valid. 4.3 is checked by the schema
 * of 4.2: none is published for it.
 */
export async function validateVast(xml: string, version: VastVersion): Promise<string[]> {
  const name = `vast-${version === '4.3' ? '4.2' : version}.xsd`;
  const schema = await readFile(new URL(name, import.meta.url), 'utf8');
  const result = await validateXML({
    xml: { fileName: 'answer.xml', contents: replaceMacros(xml) },
    schema: { fileName: name, contents: schema },
  });
  return result.errors.map((error) => error.message);
}

/**
 * Brackets are not allowed in a URI, so schemas refuse the macros that the standard defines: plain text replaces them.
 */
export function replaceMacros(xml: string): string {
  // The opening of a CDATA section, and a section of capitals only, are not macros.
  return xml.replace(/(?<!<!|<!\[CDATA)\[[A-Z][A-Z0-9_]*\]/g, 'MACRO');
}
