import { z } from 'zod';

const manifestSchema = z.strictObject({
  /** File names in the media store, by path in the bundle. */
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}\.[a-z0-9]{1,5}$/)),
});

/** The manifest of an HTML5 bundle: its files. It is stored as a file, whose digest names the bundle. */
export type BundleManifest = z.output<typeof manifestSchema>;

/** Serializes a manifest for storage. The same files give the same text. */
export function writeManifest(files: ReadonlyMap<string, string>): string {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ files: Object.fromEntries(sorted) } satisfies BundleManifest);
}

/** Parses a manifest; null when the text is not one. */
export function readManifest(text: string): BundleManifest | null {
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
