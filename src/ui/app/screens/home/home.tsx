// The home screen: messages of the server, all collections, and ways to begin.
// The decision: it is the only list of collections besides the names in the navigation. A link can open the dialog
// that creates one: `#/?create=`.
import { useState } from "preact/hooks";
import { isDeleted, isLive, type Live, useCollections } from "../../api/collections.ts";
import { type Status, useStatus } from "../../api/status.ts";
import { Button } from "../../kit/button.tsx";
import { count, plural } from "../../kit/format.ts";
import { SearchInput } from "../../kit/inputs.tsx";
import { Failed, Notice } from "../../kit/notice.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { goTo, linkTo, route } from "../../shell/route.ts";
import { CreateDialog } from "../create/dialog.tsx";
import { Deleted } from "./deleted.tsx";
import { CollectionTable } from "./table.tsx";
import { Welcome } from "./welcome.tsx";

export function Home() {
  const status = useStatus();
  const { value, error, reload } = useCollections();
  const live = value?.filter(isLive);
  const isEmpty = live?.length === 0;
  return (
    <>
      <div class="page-head">
        <h1>{isEmpty ? "Welcome to Azimuth" : "Collections"}</h1>
        <Button icon="plus" needs="write" class="primary" onClick={() => goTo([], { create: "" })}>
          Create collection
        </Button>
      </div>
      <Failed
        error={status.error ?? error}
        onRetry={() => {
          status.reload();
          reload();
        }}
      />
      {status.value && <ServerMessages status={status.value} />}
      {live && !isEmpty && <LiveCollections live={live} onChange={reload} />}
      {value === undefined && !error && <Skeleton />}
      {value && <Deleted deleted={value.filter(isDeleted)} onChange={reload} />}
      {value && <Welcome isEmpty={isEmpty} />}
      {status.value?.auth_enabled === false && (
        <p class="small muted">
          Authentication is off: anyone who can reach this server can do everything.{" "}
          <a href={linkTo(["access"])}>Set an admin password</a>
        </p>
      )}
      {route.value.query.has("create") && (
        <CreateDialog
          onClose={() => {
            goTo([]);
            reload();
          }}
        />
      )}
    </>
  );
}

/** Shows problems and warnings in the words of the server. */
function ServerMessages({ status: { problems, warnings } }: { status: Status }) {
  const all = [
    ...problems.map(({ message }) => ({ message, kind: "danger" as const })),
    ...warnings.map((message) => ({ message, kind: "warning" as const })),
  ];
  return (
    <>
      {all.map(({ message, kind }) => (
        <Notice key={message} kind={kind}>
          {sentence(message)}
        </Notice>
      ))}
    </>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function LiveCollections({ live, onChange }: { live: readonly Live[]; onChange: () => void }) {
  const [searchText, setSearchText] = useState("");
  const needle = searchText.trim().toLowerCase();
  const found = live.filter(({ name }) => name.toLowerCase().includes(needle));
  return (
    <section class="stack" aria-label="Collections">
      <div class="row spread">
        <SearchInput
          class="collections-filter"
          label="Filter by name"
          value={searchText}
          onChange={setSearchText}
        />
        <span class="small muted" aria-live="polite">
          {howMany(live.length, found.length)}
        </span>
      </div>
      {found.length === 0 ? (
        <div class="card empty">
          <p>No collection has “{searchText.trim()}” in its name.</p>
          <Button text="Show all" onClick={() => setSearchText("")} />
        </div>
      ) : (
        <CollectionTable listed={found} onChange={onChange} />
      )}
    </section>
  );
}

function howMany(all: number, found: number): string {
  return found === all ? plural(all, "collection") : `${count(found)} of ${plural(all, "collection")}`;
}
