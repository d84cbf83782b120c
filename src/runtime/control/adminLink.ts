/** The response to an order for a super admin's one-time link: the link, or the logins of those whom it can be for. */
export type AdminLink =
  | { type: 'link'; login: string; url: string; expiresAt: string }
  | { type: 'unknown'; logins: string[] };
