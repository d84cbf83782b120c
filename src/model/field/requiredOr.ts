/** A zod error setting: "Required" for a missing value, `text` for an invalid one. */
export function requiredOr(text: string) {
  return { error: (issue: { input?: unknown }) => (issue.input === undefined ? 'Required' : text) };
}
