/** The place where ad-serving processes agree which of them sends a notice to a bidder. */
export interface NoticeClaims {
  /** Returns whether this is the first claim of an ID. Rejects when the place is unavailable. */
  claim(id: string): Promise<boolean>;
}

/** Characters of an ID: those of base64url. */
export const noticeIdPattern = /^[\w-]{24}$/;
