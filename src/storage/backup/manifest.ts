import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { BackupTarget } from './backupTarget.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);
/** Compressed contents in the target: `objects/<sha256>`, named by the SHA-256 of their bytes there. */
const storedObject = z.object({ sha256, bytes: count });
/** A name of a table or column, which is part of statements. */
const sqlName = z.string().regex(/^[A-Za-z_]\w*$/);
/** The name of a node, which is that of a folder. */
export const nodeName = z.string().regex(/^[\w-][\w.-]*$/);
const storedFile = z.object({
  path: z.string().refine((path) => isStatePath(path) || secretFiles.includes(path), 'is no file of a node'),
  sha256,
  bytes: count,
  object: storedObject,
});
const secretFiles = ['secret', 'secret.previous'];

const manifestSchema = z.object({
  /** 1 = of a version that backed up one node; 2 = of one that did not record the installation. */
  format: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** ID of the installation. Backups of earlier formats do not have it. */
  installation: z.string().optional(),
  /** Version of the product that made it. Earlier backups do not have it. */
  version: z.string().optional(),
  /** When the cut was made: everything acknowledged before is in the backup. ISO 8601. */
  cutAt: z.iso.datetime(),
  /** When the backup was complete. */
  endedAt: z.iso.datetime(),
  /** The node that made it. */
  node: z.string(),
  postgres: z.object({
    /** Time of the last migration in the journal of migrations, in milliseconds. */
    migration: count,
    tables: z.array(
      z.object({
        name: sqlName,
        columns: z.array(sqlName),
        rows: count,
        /** Sum of the SHA-256 of its rows, which does not depend on their order. */
        digest: sha256,
        object: storedObject,
      }),
    ),
    sequences: z.array(z.object({ name: sqlName, value: z.string() })),
  }),
  clickhouse: z.object({
    /** Number of the last migration. */
    migration: count,
    tables: z.array(
      z.object({
        name: sqlName,
        /** Its rows in pieces of parts. `source`: identifies the piece in the store. */
        pieces: z.array(z.object({ source: z.string(), rows: count, object: storedObject })),
        /** Its sums by day. */
        figures: z.array(z.object({ day: z.string(), figures: z.record(z.string(), z.string()) })),
      }),
    ),
  }),
  /** Files in the data folder of the node that made it: spool, loader and secrets. */
  files: z.array(storedFile),
  /** Spool and loader of the other nodes that ran, and of those whose restored files were not loaded yet. */
  nodes: z.array(z.object({ node: nodeName, files: z.array(storedFile) })).default([]),
  /** Nodes that did not run: what they had not loaded is not in the backup. */
  missingNodes: z.array(z.string()).default([]),
  /** Files of creatives: `media/<name>`, with the SHA-256 at the start of the name. */
  media: z.array(z.object({ name: z.string().regex(/^[0-9a-f]{64}(\.[a-z0-9]{1,5})?$/), bytes: count })),
  /** The last content, in the order of names, that this backup verified. */
  verifiedTo: z.string().default(''),
});

/** The contents of a backup. */
export type Manifest = z.output<typeof manifestSchema>;
export type StoredObject = z.output<typeof storedObject>;
export type TableOfPostgres = Manifest['postgres']['tables'][number];
export type TableOfFacts = Manifest['clickhouse']['tables'][number];

/** A backup in a target. */
export interface FoundBackup {
  /** Its name, which sorts by time: 2026-11-27T03-00-00Z. */
  name: string;
  bytes: number;
}

/** Clocks of machines differ, in ms. */
export const toleratedMs = 3_600_000;

/** The text of a manifest: its JSON in one line, and the SHA-256 of that line in another. */
export function writeManifest(manifest: Manifest): string {
  const line = JSON.stringify(manifest);
  return `${line}\n${digestOf(line)}\n`;
}

/** A backup does not exist, is cut off or altered, or is of a version that this one does not know. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup';
}

/** Reads the manifest of a backup. Throws UnusableBackup, or the error of a target that cannot be read. */
export async function readManifest(target: BackupTarget, name: string): Promise<Manifest> {
  const stream = await target.read(manifestName(name));
  if (!stream) throw new UnusableBackup(`There is no backup ${name}.`);
  const [line = '', checksum] = (await buffer(stream)).toString('utf8').split('\n');
  if (checksum !== digestOf(line))
    throw new UnusableBackup(`The backup ${name} is cut off or was altered: its manifest.`);
  const parsed = manifestSchema.safeParse(JSON.parse(line));
  if (!parsed.success)
    throw new UnusableBackup(`The backup ${name} was made by a version that this one does not know.`);
  return parsed.data;
}

/** The backups of a target, oldest first. */
export async function listBackups(target: BackupTarget): Promise<FoundBackup[]> {
  const found: FoundBackup[] = [];
  for await (const { name, bytes } of target.list('backups')) {
    const match = /^backups\/([\w-]+)\.manifest$/.exec(name);
    if (match?.[1]) found.push({ name: match[1], bytes });
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The name of a backup whose cut is made at a time. */
export function nameOfBackup(cutAt: Date): string {
  return cutAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}

/** The time of a backup in ms by its name. */
export function timeOfBackup(name: string): number {
  return Date.parse(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
}

/** Whether a backup is of the future: the clock was wrong when it was made. */
export function isAhead(name: string, now: number): boolean {
  return timeOfBackup(name) > now + toleratedMs;
}

/** The file of a backup's manifest, which is written last: before that there is no backup. */
export function manifestName(backup: string): string {
  return `backups/${backup}.manifest`;
}

/** A file of the target that a backup needs. */
interface NeededFile {
  sha256: string;
  bytes: number;
}

/** All files of the target that a backup needs, by name. */
export function filesOfManifest({ postgres, clickhouse, files, nodes, media }: Manifest): Map<string, NeededFile> {
  const objects = [
    ...postgres.tables,
    ...clickhouse.tables.flatMap(({ pieces }) => pieces),
    ...files,
    ...nodes.flatMap((node) => node.files),
  ];
  return new Map([
    ...objects.map(({ object }): [string, NeededFile] => [objectName(object), object]),
    ...media.map(({ name, bytes }): [string, NeededFile] => [`media/${name}`, { sha256: name.slice(0, 64), bytes }]),
  ]);
}

/** Bytes of all contents of a backup. */
export function bytesOfManifest(manifest: Manifest): number {
  return [...filesOfManifest(manifest).values()].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Whether a path is that of a file of a node's spool or loader within its data folder. */
export function isStatePath(path: string): boolean {
  return (
    /^(?:spool|loader)(?:\/[^/\0]+)+$/.test(path) && !path.split('/').some((part) => part === '.' || part === '..')
  );
}

/** The file of compressed contents. */
export function objectName({ sha256: digest }: Pick<StoredObject, 'sha256'>): string {
  return `objects/${digest}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
