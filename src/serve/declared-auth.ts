// Decides whether the configuration of a server requires authentication.
// The decision: a key or a password that is set switches authentication on, because an operator who sets one expects a
// protected server. The setting auth.enabled overrides this in both directions. Without any of them, the last PATCH
// /auth/enabled applies.
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
