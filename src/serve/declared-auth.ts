// Whether the configuration of a server says that requests need a credential.
// The decision: a key or a password that is set says yes, because whoever sets one believes the server to be closed; the setting
// auth.enabled wins over that in both directions. What nobody declared is as PATCH /auth/enabled left it.
import type { Config, Secrets } from "../config/environment.ts";
import type { DeclaredAuth } from "../service/admin.ts";

const SETTING = "auth.enabled (AZIMUTH_AUTH__ENABLED)";

/** Null: the configuration says nothing. */
export function declaredAuth(
  { authEnabled }: Pick<Config, "authEnabled">,
  { apiKey, readOnlyApiKey, adminPassword }: Secrets,
): DeclaredAuth | null {
  if (authEnabled !== null) return { enabled: authEnabled, by: SETTING, setting: SETTING };
  const by = [
    ...(apiKey === null ? [] : ["AZIMUTH_API_KEY"]),
    ...(readOnlyApiKey === null ? [] : ["AZIMUTH_READ_ONLY_API_KEY"]),
    ...(adminPassword === null ? [] : ["AZIMUTH_ADMIN_PASSWORD"]),
  ];
  return by.length === 0 ? null : { enabled: true, by: by.join(" and "), setting: SETTING };
}
