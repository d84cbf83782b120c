import { textFault } from '#model/field/textSchema.ts';
import type { Problem } from './problem.ts';

/** Deeper than any value that a call accepts. */
const maxDepth = 64;
/** With more, the response would be longer than the body. */
const maxProblems = 100;

/** One problem per text of a query or JSON body that no store accepts, at its place; for a key, at its object. */
export function unstorableTexts(given: unknown): Problem[] {
  const problems: Problem[] = [];
  const note = (text: string, path: string) => {
    const message = problems.length < maxProblems ? textFault(text) : null;
    if (message) problems.push({ code: 'invalid_format', message, path });
  };
  const visit = (value: unknown, path: string, depth: number) => {
    if (typeof value === 'string') note(value, path);
    if (typeof value !== 'object' || value === null || depth === maxDepth) return;
    for (const [key, inner] of Object.entries(value)) {
      note(key, path);
      visit(inner, path === '' ? key : `${path}.${key}`, depth + 1);
    }
  };
  visit(given, '', 0);
  return problems;
}
