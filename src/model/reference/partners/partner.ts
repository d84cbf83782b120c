import type { Integration } from '../integrations.ts';

/** The kind of value that a parameter takes. */
export type ParamType = 'integer' | 'number' | 'text';

/** A value that a partner asks of whoever trades with it, such as the id of a placement. */
export interface PartnerParam {
  /** As the partner spells it; also the key of the value. */
  name: string;
  label: string;
  type: ParamType;
  isRequired: boolean;
  /** Exactly one of the partner's parameters with this group must be given. */
  oneOf?: string;
  /** At least one of the partner's parameters with this group must be given. */
  anyOf?: string;
  /** Required as soon as one of these parameters is given. */
  requiredWith?: readonly string[];
}

/** A company that buys or sells, as one integration connects it. */
export interface Partner {
  /** Stored with the object that uses it; a Prebid variant ends in P. */
  id: string;
  name: string;
  integration: Integration;
  /** Of a Prebid variant: the partner it is a variant of. */
  variantOf?: string;
  params: readonly PartnerParam[];
}

type Conditions = Pick<PartnerParam, 'oneOf' | 'anyOf' | 'requiredWith'>;

/** A whole number that may be left out, unless a condition asks for it. */
export function integer(name: string, label: string, conditions?: Conditions): PartnerParam {
  return { name, label, type: 'integer', isRequired: false, ...conditions };
}

/** A number, such as a floor in USD CPM, that may be left out. */
export function number(name: string, label: string, conditions?: Conditions): PartnerParam {
  return { name, label, type: 'number', isRequired: false, ...conditions };
}

/** A text that may be left out, unless a condition asks for it. */
export function text(name: string, label: string, conditions?: Conditions): PartnerParam {
  return { name, label, type: 'text', isRequired: false, ...conditions };
}

/** The parameter, always asked for. */
export function required(param: PartnerParam): PartnerParam {
  return { ...param, isRequired: true };
}
