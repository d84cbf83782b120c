import type { ProviderSettings, ShownProvider } from '#api/sso/providerContract.ts';
import { managerRoles } from '#model/index.ts';
import { ApiError, problemsByField } from '../../lib/problems.ts';

/** The values of the form. */
export type ProviderForm = Omit<Required<ProviderSettings>, 'clientSecret'> & {
  /** A new client secret; '' = the stored one. */
  clientSecret: string;
};

const fields = [
  ...['name', 'isEnabled', 'issuer', 'clientId', 'clientSecret', 'groupsClaim', 'groupRoles', 'defaultRole'],
  ...['createsUsers', 'trustsEmail', 'allowsPasswords'],
];

/** The form of a provider as it is stored. */
export function formOf(provider: ShownProvider): ProviderForm {
  const { name, isEnabled, issuer, clientId, groupsClaim, groupRoles, defaultRole } = provider;
  const { createsUsers, trustsEmail, allowsPasswords } = provider;
  return {
    ...{ name, isEnabled, issuer, clientId, clientSecret: '', groupsClaim, groupRoles, defaultRole },
    ...{ createsUsers, trustsEmail, allowsPasswords },
  };
}

/** The request of a form: groups without a name are not sent, and no secret if it is unchanged. */
export function requestOf({ clientSecret, groupRoles, ...form }: ProviderForm): ProviderSettings {
  return {
    ...form,
    groupRoles: groupRoles.filter(({ group }) => group.trim() !== ''),
    ...(clientSecret === '' ? {} : { clientSecret }),
  };
}

/** Error messages by field of a refused request; those of no field under ''. */
export function faultsOf(error: unknown): ReadonlyMap<string, string> {
  return error instanceof ApiError ? problemsByField(error.problems, fields) : new Map<string, string>();
}

/** The roles that groups can give: those of managers, or `admin` for the platform. */
export function roleOptions(
  isPlatform: boolean,
): { value: ProviderForm['groupRoles'][number]['role']; label: string }[] {
  return isPlatform ? [{ value: 'admin', label: 'Admin' }] : managerRoles.map(({ value, label }) => ({ value, label }));
}
