/** Messages about a structure by the path inside it, such as "1.contactEmail". */
export type StructureFaults = Readonly<Record<string, string>>;

/** The faults of one part of a structure, by the path inside that part. */
export function faultsWithin(faults: StructureFaults, part: string | number): StructureFaults {
  const head = `${part}.`;
  const inside = Object.entries(faults).filter(([path]) => path.startsWith(head));
  return Object.fromEntries(inside.map(([path, message]) => [path.slice(head.length), message]));
}
