import { licenseOf } from './licenses.ts';
import { nameOfFolder, productionPackages, type LockedPackage, type PackageLock } from './packageFiles.ts';

/** Packages in the parts of the build, by folder: dist/bundled.json. */
export type Bundled = Record<'adtag' | 'console' | 'demo' | 'server', string[]>;

/** A package whose code or data is in a release, or in an installation of it. */
export interface ShippedPackage {
  folder: string;
  name: string;
  version: string;
  /** SPDX expression. */
  license: string;
  entry: LockedPackage;
  /** Parts of the build that contain code of it. */
  bundledIn: string[];
  /** Whether the first start installs it. */
  isInstalled: boolean;
}

/** All packages that a release contains or installs, by name and version. Throws for one that the lock does not have. */
export function shippedPackages(lock: PackageLock, bundled: Bundled): ShippedPackage[] {
  const installed = new Map(productionPackages(lock));
  const folders = new Set([...installed.keys(), ...Object.values(bundled).flat()]);
  const packages = [...folders].map((folder): ShippedPackage => {
    const entry = lock.packages[folder];
    if (!entry) throw new Error(`The build contains ${folder}, which package-lock.json does not have.`);
    return {
      folder,
      name: nameOfFolder(folder),
      version: entry.version ?? '',
      license: licenseOf(folder, entry) ?? '',
      entry,
      bundledIn: Object.entries(bundled).flatMap(([part, names]) => (names.includes(folder) ? [part] : [])),
      isInstalled: installed.has(folder),
    };
  });
  const keyOf = ({ name, version, folder }: ShippedPackage) => `${name}\n${version}\n${folder}`;
  return packages.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
