/** Says of an absent value that it is required, and `text` of a wrong one. */
export function requiredOr(text: string) {
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? 'Required' : text) };
}
