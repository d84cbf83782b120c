import type { Problem } from '#api/problem.ts';

/** A fault of a document as the page tells it. */
export interface DocumentFault {
  key: number;
  /** From 1; null where it is about no line. */
  line: number | null;
  /** Where in the document: "tags.3.rate". */
  place: string;
  message: string;
}

/** Faults in the order of their lines. What is wrong with the YAML itself names its line in its path. */
export function documentFaults(problems: readonly (Problem & { line?: number | null })[]): DocumentFault[] {
  return problems
    .map(({ path, message, line }, key): DocumentFault => {
      const ofYaml = /^line\.(\d+)$/.exec(path)?.[1];
      if (ofYaml === undefined) return { key, line: line ?? null, place: path, message };
      return { key, line: Number(ofYaml), place: '', message: message.replace(/^Line \d+: /, '') };
    })
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
}
