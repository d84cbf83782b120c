import type { ResponseProblem } from '../../lib/problems.ts';

/** A fault of a document, as shown. */
export interface DocumentFault {
  key: number;
  /** From 1; null when the fault has no line. */
  line: number | null;
  /** Path in the document: "tags.3.rate". */
  place: string;
  message: string;
}

/** Faults sorted by line. A YAML syntax error has its line in its path. */
export function documentFaults(problems: readonly ResponseProblem[]): DocumentFault[] {
  return problems
    .map(({ path, message, line }, key): DocumentFault => {
      const ofYaml = /^line\.(\d+)$/.exec(path)?.[1];
      if (ofYaml === undefined) return { key, line: line ?? null, place: path, message };
      return { key, line: Number(ofYaml), place: '', message: message.replace(/^Line \d+: /, '') };
    })
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0));
}
