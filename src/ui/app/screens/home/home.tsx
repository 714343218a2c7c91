// The home screen: the state of the server, its largest collections, and first steps on an empty server.
import { adminExists } from "../../api/admin.ts";
import { isLive, useCollections } from "../../api/collections.ts";
import { useResource } from "../../api/resource.ts";
import { useStatus } from "../../api/status.ts";
import { Failed } from "../../kit/notice.tsx";
import { FirstAdmin } from "./admin.tsx";
import { LargestCollections } from "./largest-collections.tsx";
import { Figures, ServerHealth, ServerMessages } from "./server-health.tsx";
import { Welcome } from "./welcome.tsx";

export function Home() {
  const status = useStatus();
  const collections = useCollections();
  const admin = useResource(adminExists, []);
  const { value } = collections;
  const isEmpty = value !== undefined && !value.some(isLive);
  const failed = status.error ?? collections.error;
  return (
    <>
      <div class="page-head">
        <h1>{isEmpty ? "Welcome to Azimuth" : "Home"}</h1>
        <ServerHealth status={status.value} />
      </div>
      <Failed
        error={failed}
        onRetry={() => {
          status.reload();
          collections.reload();
        }}
      />
      {status.value && <ServerMessages status={status.value} />}
      {isEmpty && <Welcome hasDeleted={value.length > 0} onCreated={collections.reload} />}
      <Figures status={status.value} />
      {admin.value === false && <FirstAdmin onMade={admin.reload} />}
      {!isEmpty && <LargestCollections all={value} />}
    </>
  );
}
