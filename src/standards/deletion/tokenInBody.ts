/**
 * The JWT in a body. The framework says both that bodies are JSON and that they are a JWT, so it may be the body itself,
 * a JSON text, or a member of a JSON object with this name. Null without one.
 */
export function tokenInBody(body: string, name: 'rqJWT' | 'acJWT'): string | null {
  const text = body.trim();
  if (!/^["{]/.test(text)) return text === '' ? null : text;
  try {
    const value: unknown = JSON.parse(text);
    const token = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : value;
    return typeof token === 'string' && token !== '' ? token : null;
  } catch {
    return null;
  }
}
