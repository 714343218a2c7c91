// The access screen: the authentication switch, the admin, and access tokens.
import { adminExists } from "../../api/admin.ts";
import { useResource } from "../../api/resource.ts";
import { isAdmin } from "../../api/session.ts";
import { useStatus } from "../../api/status.ts";
import { Card } from "../../kit/card.tsx";
import { Failed } from "../../kit/notice.tsx";
import { AdminCard } from "./admin.tsx";
import { Switch } from "./switch.tsx";
import { Tokens } from "./tokens.tsx";

export function Access() {
  const status = useStatus();
  const admin = useResource(adminExists, []);
  const isOn = status.value?.auth_enabled;
  return (
    <>
      <div class="page-head">
        <h1>Access</h1>
      </div>
      <Failed error={status.error ?? admin.error} onRetry={status.reload} />
      {admin.value !== undefined && (
        <>
          {isOn !== undefined && <Switch isOn={isOn} hasAdmin={admin.value} onChange={status.reload} />}
          <AdminCard exists={admin.value} onChange={admin.reload} />
        </>
      )}
      {isOn === false && (
        <Card title="Access tokens">
          <p class="muted">
            Access tokens have no effect while authentication is off. Turn it on, then create one for each of
            your programs.
          </p>
        </Card>
      )}
      {isOn !== false && (isAdmin.value || status.value !== undefined) && <Tokens />}
    </>
  );
}
