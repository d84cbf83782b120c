import type { Integration } from '../integrations.ts';

/** Value types of parameters. */
export type ParamType = 'integer' | 'number' | 'text';

/** A parameter that a partner requires, such as a placement ID. */
export interface PartnerParam {
  /** Spelled as the partner does; also the key of the value. */
  name: string;
  label: string;
  type: ParamType;
  isRequired: boolean;
  /** Exactly one of the partner's parameters with this group must be given. */
  oneOf?: string;
  /** At least one of the partner's parameters with this group must be given. */
  anyOf?: string;
  /** Required if one of these parameters is given. */
  requiredWith?: readonly string[];
}

/** A company that buys or sells, in one integration. */
export interface Partner {
  /** Stored with objects that use it; a Prebid variant ends in P. */
  id: string;
  name: string;
  integration: Integration;
  /** For a Prebid variant: the partner that it is a variant of. */
  variantOf?: string;
  params: readonly PartnerParam[];
}

type Conditions = Pick<PartnerParam, 'oneOf' | 'anyOf' | 'requiredWith'>;

/** An integer parameter, optional unless a condition requires it. */
export function integer(name: string, label: string, conditions?: Conditions): PartnerParam {
  return { name, label, type: 'integer', isRequired: false, ...conditions };
}

/** A number parameter, such as a floor in USD CPM; optional. */
export function number(name: string, label: string, conditions?: Conditions): PartnerParam {
  return { name, label, type: 'number', isRequired: false, ...conditions };
}

/** A text parameter, optional unless a condition requires it. */
export function text(name: string, label: string, conditions?: Conditions): PartnerParam {
  return { name, label, type: 'text', isRequired: false, ...conditions };
}

/** Makes a parameter required. */
export function required(param: PartnerParam): PartnerParam {
  return { ...param, isRequired: true };
}
