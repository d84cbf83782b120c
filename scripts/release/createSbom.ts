import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedPart } from './embeddedParts.ts';
import type { ShippedPackage } from './shippedPackages.ts';

/** A component of a CycloneDX document, as far as it is read here. */
interface Component {
  type: string;
  name: string;
  'bom-ref': string;
  licenses?: unknown[];
  hashes?: unknown[];
  components?: Component[];
  properties?: { name: string; value: string }[];
  [field: string]: unknown;
}

interface Dependency {
  ref: string;
  dependsOn?: string[];
}

/** A CycloneDX document (JSON, 1.6), as far as it is read here. */
export interface Sbom {
  metadata: { tools?: { components: Component[] }; component: Component; [field: string]: unknown };
  components: Component[];
  dependencies: Dependency[];
  [field: string]: unknown;
}

/**
 * The SBOM of a release: cyclonedx-npm reads the lock file below `root`, and what it does not know is added: which
 * packages the build contains, checksums, licenses that packages do not declare, and embedded parts. The same commit
 * gives the same document. `time`: of the commit, in seconds since 1970.
 */
export function createSbom(
  root: string,
  { packages, parts }: { packages: readonly ShippedPackage[]; parts: readonly EmbeddedPart[] },
  { commit, time }: { commit: string; time: number },
): Sbom {
  const sbom = generate(root);
  const product = sbom.metadata.component;
  const byFolder = new Map(packages.map((each) => [each.folder, each]));
  const shipped = flatten(sbom.components).flatMap((component) => {
    const found = byFolder.get(propertyOf(component, 'cdx:npm:package:path') ?? '');
    return found ? [complete(component, found)] : [];
  });
  if (shipped.length !== packages.length)
    throw new Error(`cyclonedx-npm found ${shipped.length} of ${packages.length} packages.`);
  const refsOf = (name: string) => {
    const refs = shipped.flatMap((each) => (fullName(each) === name ? [each['bom-ref']] : []));
    if (refs.length === 0) throw new Error(`embeddedParts.ts names ${name}, which is not in the release.`);
    return refs;
  };
  const refs = new Set([product, ...shipped].map((each) => each['bom-ref']));
  const edges = new Map(
    sbom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => [ref, new Set(dependsOn.filter((each) => refs.has(each)))]),
  );
  for (const part of parts) {
    const owners = part.packages.length > 0 ? part.packages.flatMap(refsOf) : [product['bom-ref']];
    for (const owner of owners) edges.set(owner, new Set(edges.get(owner)).add(refOfPart(part)));
    edges.set(refOfPart(part), new Set());
  }
  return {
    ...sbom,
    serialNumber: serialNumber(commit),
    metadata: {
      ...sbom.metadata,
      timestamp: new Date(time * 1000).toISOString(),
      // npm's version depends on the machine.
      tools: { components: (sbom.metadata.tools?.components ?? []).filter(({ name }) => name !== 'npm') },
      component: { ...product, properties: [{ name: 'bidhouse:commit', value: commit }] },
    },
    components: [...shipped, ...parts.map((part) => componentOf(root, part))],
    dependencies: [...edges].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].toSorted() })),
  };
}

function generate(root: string): Sbom {
  const program = join(root, 'node_modules', '@cyclonedx', 'cyclonedx-npm', 'bin', 'cyclonedx-npm-cli.js');
  const args = ['--package-lock-only', '--output-reproducible', '--spec-version', '1.6', '--no-validate'];
  // It starts the npm that it is started by, which is that of the release.
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`cyclonedx-npm failed: ${stderr.trim()}`);
  return JSON.parse(stdout) as Sbom;
}

/** Nested folders of packages are nested components. */
function flatten(components: readonly Component[]): Component[] {
  return components.flatMap(({ components: nested = [], ...component }) => [component, ...flatten(nested)]);
}

function propertyOf({ properties = [] }: Component, name: string): string | undefined {
  return properties.find((each) => each.name === name)?.value;
}

function fullName({ group, name }: Component): string {
  return typeof group === 'string' ? `${group}/${name}` : name;
}

function complete(component: Component, { license, entry, bundledIn, isInstalled }: ShippedPackage): Component {
  const [algorithm = '', digest = ''] = (entry.integrity ?? '').split('-');
  const hash = { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
  const places = [...(isInstalled ? ['installed'] : []), ...bundledIn];
  return {
    ...component,
    licenses: [licenseChoice(license)],
    ...(digest === '' ? {} : { hashes: [hash] }),
    properties: places.map((value) => ({ name: 'bidhouse:place', value })),
  };
}

function licenseChoice(license: string): object {
  return / (?:AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } };
}

function refOfPart({ name }: EmbeddedPart): string {
  return `part|${name}`;
}

function componentOf(root: string, part: EmbeddedPart): Component {
  const path = part.file === undefined ? undefined : join(root, 'node_modules', part.file);
  const digest = path === undefined ? undefined : createHash('sha256').update(readFileSync(path)).digest('hex');
  return {
    type: part.type,
    name: part.name,
    ...(part.version === undefined ? {} : { version: part.version }),
    'bom-ref': refOfPart(part),
    licenses: [licenseChoice(part.license)],
    ...(digest === undefined ? {} : { hashes: [{ alg: 'SHA-256', content: digest }] }),
    ...(part.cpe === undefined ? {} : { cpe: part.cpe }),
    externalReferences: [{ type: 'website', url: part.url }],
    ...(part.file === undefined ? {} : { properties: [{ name: 'bidhouse:file', value: part.file }] }),
  };
}

/** A UUID that depends on the commit alone (RFC 9562, version 8). */
function serialNumber(commit: string): string {
  const hex = createHash('sha256').update(commit).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}
