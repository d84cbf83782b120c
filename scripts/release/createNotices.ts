import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtimePackages } from '../runtimePath.mjs';
import type { EmbeddedPart } from './embeddedParts.ts';
import type { ShippedPackage } from './shippedPackages.ts';

const rule = '='.repeat(100);

/**
 * The notices of all third parties: the attributions of embedded parts, a list of packages, and the license texts, of
 * which equal ones are written once. Reads the license files of packages below `root`. Throws for a package without a
 * text.
 */
export function createNotices(
  root: string,
  version: string,
  { packages, parts }: { packages: readonly ShippedPackage[]; parts: readonly EmbeddedPart[] },
): string {
  const byText = new Map<string, Set<string>>();
  for (const each of packages) {
    const text = textOf(root, each);
    byText.set(text, (byText.get(text) ?? new Set()).add(`${each.name} ${each.version} (${each.license})`));
  }
  const partTexts = parts.map((part) =>
    [
      `${part.name}${part.version === undefined ? '' : ` ${part.version}`} (${part.license}), ${part.url}`,
      part.packages.length > 0 ? `In: ${part.packages.join(', ')}` : 'In: Bidhouse',
      part.notice,
    ].join('\n'),
  );
  const list = packages.map(
    ({ name, version: own, license, bundledIn, isInstalled }) =>
      `${name} ${own} | ${license} | ${[...(isInstalled ? ['installed'] : []), ...bundledIn].join(', ')}`,
  );
  const texts = [...byText].map(([text, names]) => `${rule}\n${[...names].join('\n')}\n\n${text}`);
  return `Notices of third parties: Bidhouse ${version}

Bidhouse contains or installs the work of others, under the licenses below. Its own license is in package.json.

Attributions
${rule}
${partTexts.join('\n\n')}

Packages: license, and where they are. "installed": npm installs it at the first start. Other words name the part of the
build that contains code of it: adtag (script of publishers' pages), console, demo (pages of the demo network), server.
${rule}
${[...new Set(list)].join('\n')}

License texts
${texts.join('\n\n')}
`;
}

/** The license files of a package, or the common text of its license if it has none. */
function textOf(root: string, { name, version, license, folder, entry }: ShippedPackage): string {
  const own = filesOf(join(root, folder));
  const others = entry.os || entry.cpu ? filesOf(join(root, 'node_modules', sourceOf(root, name))) : [];
  const texts = own.length > 0 && !entry.os ? own : others;
  if (texts.length > 0) return texts.join('\n\n');
  const common = commonTexts[license];
  if (common === undefined) throw new Error(`${name} ${version} has no license file, and ${license} no common text.`);
  return common;
}

/** The texts of the license files in a folder, and of those in its folder of licenses. */
function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'licenses' ? filesOf(path) : [];
      return licenseFile.test(entry.name) ? [normalize(readFileSync(path, 'utf8'))] : [];
    });
}

const licenseFile = /^[\w-]*(?:licen[cs]e|copying|notice)[\w-]*(?:\.(?:md|txt))?$/i;

function normalize(text: string): string {
  return text
    .replaceAll('\r', '')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}

/** The package with the license text of one for a single platform, which may not be installed here. */
function sourceOf(root: string, name: string): string {
  if (name.startsWith('@chdb/lib-')) return 'chdb';
  if (name.startsWith('@node-rs/argon2-')) return '@node-rs/argon2';
  const runtimes = Object.values(runtimePackages);
  if (!runtimes.includes(name)) return name;
  return runtimes.find((each) => existsSync(join(root, 'node_modules', each))) ?? name;
}

/** Texts of licenses for packages without a license file, which name them in package.json. */
const commonTexts: Record<string, string> = {
  'Apache-2.0': `The package has no license file. Licensed under the Apache License, Version 2.0, whose text is under
chdb and at https://www.apache.org/licenses/LICENSE-2.0`,
  MIT: `The package has no license file; its authors are in its package.json. MIT License:

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
};
