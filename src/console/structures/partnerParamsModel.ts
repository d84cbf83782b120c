import type { PartnerParams } from '#model/index.ts';
import type { Partner, PartnerParam } from '#model/reference/partners/partner.ts';

/** Parameters that stand together: each by itself, exactly one of them, or at least one. */
export interface ParamGroup {
  kind: 'each' | 'oneOf' | 'anyOf';
  params: PartnerParam[];
}

/** The parameters of a partner in the order of the catalogue; alternatives stand together where the first of them is. */
export function groupParams({ params }: Pick<Partner, 'params'>): ParamGroup[] {
  const groups: ParamGroup[] = [];
  const alternatives = new Map<string, ParamGroup>();
  for (const param of params) {
    const kind = param.oneOf === undefined ? (param.anyOf === undefined ? 'each' : 'anyOf') : 'oneOf';
    const name = param.oneOf ?? param.anyOf;
    const known = name === undefined ? groups.at(-1) : alternatives.get(name);
    if (known?.kind === kind) {
      known.params.push(param);
      continue;
    }
    const group: ParamGroup = { kind, params: [param] };
    groups.push(group);
    if (name !== undefined) alternatives.set(name, group);
  }
  return groups;
}

/** What a typed text is as the value of a parameter; undefined for none. What is no number stays text, for the rules to refuse. */
export function readParam({ type }: Pick<PartnerParam, 'type'>, text: string): string | number | undefined {
  if (text.trim() === '') return undefined;
  if (type === 'text' || !/^-?\d+(\.\d+)?$/.test(text)) return text;
  // Longer ids would be rounded.
  const number = Number(text);
  return Number.isSafeInteger(number) || text.includes('.') ? number : text;
}

/** The values that another partner takes as well, each in the type that it asks. */
export function paramsFor({ params }: Pick<Partner, 'params'>, values: PartnerParams): PartnerParams {
  const remembered: PartnerParams = {};
  for (const param of params) {
    const value = Object.hasOwn(values, param.name) ? values[param.name] : undefined;
    const read = value === undefined ? undefined : readParam(param, String(value));
    if (read !== undefined && (param.type === 'text' || typeof read === 'number')) remembered[param.name] = read;
  }
  return remembered;
}

/** What is known of all partners chosen so far: of the one before, what it had last. */
export function rememberedParams(
  before: Partner | undefined,
  remembered: PartnerParams,
  values: PartnerParams,
): PartnerParams {
  const names = new Set(before?.params.map(({ name }) => name));
  return { ...Object.fromEntries(Object.entries(remembered).filter(([name]) => !names.has(name))), ...values };
}

/** The values with one of them changed; undefined removes it. */
export function withParam(values: PartnerParams, name: string, value: string | number | undefined): PartnerParams {
  const { [name]: _, ...rest } = values;
  return value === undefined ? rest : { ...rest, [name]: value };
}
