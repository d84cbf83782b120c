import type { CutoffKind, CutoffRow } from '#model/cutoff/cutoff.ts';

/** The cut-offs of an account. */
export interface Cutoffs {
  has(kind: CutoffKind, object: string | number): boolean;
  /** Whether one of these domains, or a domain above it, is cut off. */
  hasDomain(domains: readonly string[]): boolean;
}

/** The objects that an ad is of, and who sells its place. Absent = not known, or of none. */
export interface CutoffSubject {
  tag?: number;
  adexchange?: number;
  advertiser?: number;
  creative?: number;
  subpublisher?: number;
  supplier?: number;
  seat?: string;
  /** Lower case, without www. */
  domains?: readonly string[];
  /** IDs of the creative in its bid or VAST. */
  crids?: readonly string[];
}

/** Compiles what is cut off in an account: there, or in all accounts. Null if nothing is, as almost always. */
export function compileCutoffs(rows: Iterable<CutoffRow>, demandId: number): Cutoffs | null {
  const objects = new Set<string>();
  for (const row of rows) {
    if (row.demandId === null || row.demandId === demandId) objects.add(keyOf(row.kind, row.object));
  }
  if (objects.size === 0) return null;
  return {
    has: (kind, object) => objects.has(keyOf(kind, object)),
    hasDomain: (domains) =>
      domains.some((domain) => {
        const labels = domain.split('.');
        return labels.some((_, at) => objects.has(keyOf('domain', labels.slice(at).join('.'))));
      }),
  };
}

/** Whether an ad is of something that is cut off. */
export function isCutOff(cutoffs: Cutoffs, subject: CutoffSubject): boolean {
  const { seat, domains = [], crids = [], ...objects } = subject;
  return (
    Object.entries(objects).some(([kind, id]) => id !== undefined && cutoffs.has(kind as CutoffKind, id)) ||
    (seat !== undefined && cutoffs.has('seat', seat)) ||
    crids.some((id) => cutoffs.has('crid', id)) ||
    cutoffs.hasDomain(domains)
  );
}

function keyOf(kind: CutoffKind, object: string | number): string {
  return `${kind} ${object}`;
}
