import { confirmingWith } from '../../../support/api/confirmingWith.ts';
import { type Caller, password } from '../startTestApi.ts';

/** A caller that confirms who it is by its password where a call needs it, and repeats the call, as the console does. */
export function confirming(call: Caller): Caller {
  return confirmingWith(call, password);
}
