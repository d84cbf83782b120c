/** package.json, as far as a release reads it. */
export interface PackageJson {
  name: string;
  version: string;
  scripts: Record<string, string>;
  allowScripts?: Record<string, boolean>;
  [field: string]: unknown;
}

/** A package in the lock file. */
export interface LockedPackage {
  version?: string;
  license?: string;
  integrity?: string;
  /** Needed by development alone. */
  dev?: boolean;
  /** Needed by development, or an optional companion that a package of the product would use if it was there. */
  devOptional?: boolean;
  os?: string[];
  cpu?: string[];
  [field: string]: unknown;
}

/** package-lock.json, as far as a release reads it. Packages are named by their folder; '' is the product itself. */
export interface PackageLock {
  version: string;
  packages: Record<string, LockedPackage>;
  [field: string]: unknown;
}

/** The name of a package by its folder: `node_modules/a/node_modules/@b/c` is `@b/c`. */
export function nameOfFolder(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The packages that an installation of the product has, on all platforms, by folder. */
export function productionPackages({ packages }: PackageLock): [folder: string, entry: LockedPackage][] {
  return Object.entries(packages).filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional);
}

/**
 * package.json and lock file of a release: without what development needs. `commands`: the scripts that remain.
 * `commit`: from which the release is built.
 */
export function releasedPackageFiles(
  packageJson: PackageJson,
  lock: PackageLock,
  { commands, commit }: { commands: ReadonlySet<string>; commit: string },
): { packageJson: PackageJson; lock: PackageLock } {
  const { devDependencies: _, imports: _sources, ...rest } = packageJson;
  const { devDependencies: _locked, ...root } = lock.packages[''] ?? {};
  const packages = Object.fromEntries([['', root], ...productionPackages(lock)]);
  const names = new Set(Object.keys(packages).map(nameOfFolder));
  return {
    packageJson: {
      ...rest,
      gitHead: commit,
      scripts: filterKeys(packageJson.scripts, (name) => commands.has(name)),
      allowScripts: filterKeys(packageJson.allowScripts ?? {}, (name) => names.has(name)),
    },
    lock: { ...lock, packages },
  };
}

function filterKeys<Value>(record: Record<string, Value>, isWanted: (key: string) => boolean): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => isWanted(key)));
}
