/**
 * The result of one check. A check that could not be made is `unchecked`, which is no pass. With a `warning`, the product
 * works, but not as it should.
 */
export type Finding =
  | { check: string; state: 'ok' | 'unchecked'; detail: string }
  | { check: string; state: 'warning' | 'fault'; detail: string; fix: string };

/** A check that found what the product needs. */
export function passed(check: string, detail: string): Finding {
  return { check, state: 'ok', detail };
}

/** A check that could not be made, with the cause. */
export function unchecked(check: string, detail: string): Finding {
  return { check, state: 'unchecked', detail };
}

/** Something with which the product works, but not as it should, with what to do about it in one sentence. */
export function warning(check: string, detail: string, fix: string): Finding {
  return { check, state: 'warning', detail, fix };
}

/** A fault, with what to do about it in one sentence. */
export function fault(check: string, detail: string, fix: string): Finding {
  return { check, state: 'fault', detail, fix };
}

/** A pass, or the fault if the condition does not hold. */
export function finding(check: string, isOk: boolean, detail: string, fix: string): Finding {
  return isOk ? passed(check, detail) : fault(check, detail, fix);
}
