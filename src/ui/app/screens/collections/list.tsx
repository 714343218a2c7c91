// The list of collections: filtering, sorting, creating, deleting and restoring.
import { useState } from "preact/hooks";
import { type Collections, isDeleted, isLive, useCollections } from "../../api/collections.ts";
import { plural } from "../../kit/format.ts";
import { Icon } from "../../kit/icon.tsx";
import { Failed } from "../../kit/notice.tsx";
import { PermittedButton } from "../../kit/permitted.tsx";
import { linkTo } from "../../shell/route.ts";
import { CreateDialog } from "./create/dialog.tsx";
import { Deleted } from "./deleted.tsx";
import { Table } from "./table.tsx";

export function List() {
  const collections = useCollections();
  const [creating, setCreating] = useState(false);
  const create = (
    <PermittedButton class="primary" onClick={() => setCreating(true)}>
      <Icon name="plus" /> Create collection
    </PermittedButton>
  );
  const { value, error, reload } = collections;
  const isEmpty = value !== undefined && !value.some(isLive);
  return (
    <>
      <div class="page-head">
        <h1>Collections</h1>
        {!isEmpty && create}
      </div>
      <Failed error={error} onRetry={reload} />
      {isEmpty ? <Empty>{create}</Empty> : <LiveCollections collections={collections} />}
      {value && <Deleted deleted={value.filter(isDeleted)} onChange={reload} />}
      {creating && (
        <CreateDialog
          onClose={() => {
            setCreating(false);
            reload();
          }}
        />
      )}
    </>
  );
}

function Empty({ children }: { children: preact.ComponentChildren }) {
  return (
    <div class="card empty">
      <Icon name="layers" />
      <p>A collection holds points: vectors of one size, each with a payload to filter by.</p>
      {children}
      <p class="small">
        Or <a href={linkTo([])}>load the demo data</a> and look around.
      </p>
    </div>
  );
}

function LiveCollections({ collections }: { collections: Collections }) {
  const [searchText, setSearchText] = useState("");
  const live = collections.value?.filter(isLive);
  const needle = searchText.trim().toLowerCase();
  const found = live?.filter(({ name }) => name.toLowerCase().includes(needle));
  return (
    <section class="stack" aria-label="Collections">
      <div class="row spread">
        <input
          type="search"
          class="collections-filter"
          aria-label="Filter by name"
          placeholder="Filter by name"
          value={searchText}
          onInput={(event) => setSearchText(event.currentTarget.value)}
        />
        <span class="small muted" aria-live="polite">
          {live && found && howMany(live.length, found.length)}
        </span>
      </div>
      {found?.length === 0 ? (
        <div class="card empty">
          <p>No collection has “{searchText.trim()}” in its name.</p>
          <button type="button" onClick={() => setSearchText("")}>
            Show all
          </button>
        </div>
      ) : (
        <Table listed={found} onChange={collections.reload} />
      )}
    </section>
  );
}

function howMany(all: number, found: number): string {
  return found === all ? plural(all, "collection") : `${found} of ${plural(all, "collection")}`;
}
