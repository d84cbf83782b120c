const maxId = 2 ** 31 - 1;

/** The user ID in a text; null if no user can have it. */
export function userIdOf(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= maxId ? id : null;
}
