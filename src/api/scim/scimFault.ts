/** The codes of RFC 7644, section 3.12, that are used. */
export type ScimFaultType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'uniqueness';

/** Thrown for a request that cannot be fulfilled; the response has its status and type. */
export class ScimFault extends Error {
  readonly status: 400 | 404 | 409;
  readonly scimType: ScimFaultType | null;

  constructor(status: 400 | 404 | 409, message: string, scimType: ScimFaultType | null = null) {
    super(message);
    this.status = status;
    this.scimType = scimType;
  }
}

/** The fault of a value. */
export function invalidValue(message: string): ScimFault {
  return new ScimFault(400, message, 'invalidValue');
}
