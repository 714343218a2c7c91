// The navigation: screens, collections, the health of the server, help, the theme and the session.
// The decision: in a narrow window all of it is behind one button, so that every entry keeps its name.
import { useEffect, useState } from "preact/hooks";
import { signOut } from "../api/admin.ts";
import { liveNames, useCollectionPolling, useCollections } from "../api/collections.ts";
import { credential, gate, mayUse, needsSignIn } from "../api/session.ts";
import { type Status, useStatus, useStatusPolling } from "../api/status.ts";
import { Button } from "../kit/button.tsx";
import { count, duration } from "../kit/format.ts";
import { Icon } from "../kit/icon.tsx";
import { SearchInput } from "../kit/inputs.tsx";
import { Meter } from "../kit/meter.tsx";
import { Segmented } from "../kit/segmented.tsx";
import { tellFailure } from "../kit/toast.tsx";
import { jobs } from "./jobs.ts";
import { openOverlay } from "./overlay.ts";
import { linkTo, route } from "./route.ts";
import { SCREENS } from "./screens.ts";
import { setTheme, THEMES, theme } from "./theme.ts";

export function Sidebar({ current }: { current: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const { parts } = route.value;
  const isOpenToUser = gate.value !== "unknown" && !needsSignIn.value;
  useEffect(() => setOpen(false), [parts.join("/")]);
  return (
    <header class={isOpen ? "stack sidebar open" : "stack sidebar"}>
      <div class="row spread">
        <a class="brand" href={linkTo([])} aria-label="Azimuth, home">
          <img src="/assets/icon.svg" width="28" height="28" alt="" />
          <span>Azimuth</span>
        </a>
        <Button
          icon={isOpen ? "close" : "menu"}
          text="Menu"
          class="quiet sidebar-toggle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      <div class="sidebar-body">
        {isOpenToUser && (
          <Button
            icon="search"
            class="sidebar-palette"
            aria-keyshortcuts="Control+K"
            onClick={() => openOverlay("palette")}
          >
            <span>Search</span>
            <kbd>Ctrl K</kbd>
          </Button>
        )}
        <nav aria-label="Screens">
          {SCREENS.map(({ path, name, icon }) => (
            <a
              key={path}
              class="nav-link"
              href={linkTo(path === "" ? [] : [path])}
              aria-current={path === current ? "page" : undefined}
            >
              <Icon name={icon} />
              <span>{name}</span>
            </a>
          ))}
        </nav>
        {isOpenToUser && <CollectionList current={parts[0] === "collections" ? parts[1] : undefined} />}
        <div class="stack tight small muted sidebar-end">
          <Jobs />
          {isOpenToUser && <Health />}
          <Who />
          <Button icon="help" text="Help" class="quiet" onClick={() => openOverlay("help")} />
          <Segmented label="Theme" choices={THEMES} current={theme.value} onChange={setTheme} />
        </div>
      </div>
    </header>
  );
}

/** As many collections as a list without a filter shows. */
const MAX_UNFILTERED = 12;
const MAX_SHOWN = 100;

/** Links to the collections, with a filter if there are many. A list of thousands shows only the first. */
function CollectionList({ current }: { current: string | undefined }) {
  useCollectionPolling();
  const names = liveNames(useCollections());
  const [filter, setFilter] = useState("");
  if (names.length === 0) return null;
  const needle = filter.trim().toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(needle));
  const shown = found.slice(0, MAX_SHOWN);
  // The current one is always there, so that it can be seen where one is.
  if (current !== undefined && found.includes(current) && !shown.includes(current)) shown.unshift(current);
  return (
    <nav class="sidebar-collections" aria-label="Collections">
      <p class="small">Collections</p>
      {names.length > MAX_UNFILTERED && (
        <SearchInput
          label="Find a collection"
          placeholder={`Find in ${count(names.length)}`}
          value={filter}
          onChange={setFilter}
        />
      )}
      <div class="sidebar-names">
        {shown.map((name) => (
          <a
            key={name}
            class="nav-link"
            href={linkTo(["collections", name, "points"])}
            aria-current={name === current ? "page" : undefined}
            title={name}
          >
            <bdi>{name}</bdi>
          </a>
        ))}
        {found.length === 0 && <p class="small muted">None has this in its name.</p>}
        {found.length > shown.length && (
          <p class="small muted">and {count(found.length - shown.length)} more: type to find one</p>
        )}
      </div>
    </nav>
  );
}

/** The jobs of this tab with links to their screens. */
function Jobs() {
  return (
    <>
      {jobs.value
        .filter(({ state }) => state.value.isShown)
        .map(({ id, link, state }) => (
          <a key={id} class="who" href={link} title={state.value.text}>
            <Icon name={state.value.isRunning ? "import" : "warning"} />
            <span class="break">{state.value.text}</span>
          </a>
        ))}
    </>
  );
}

function Health() {
  useStatusPolling();
  const { value } = useStatus();
  if (!value) return null;
  const isWell = value.state === "ok";
  return (
    <section class="stack tight" aria-label="Server">
      <div class="row">
        <a
          class={isWell ? "badge good" : "badge danger"}
          href={linkTo([])}
          title={`Up for ${duration(value.uptime_seconds)}`}
        >
          {isWell ? "Healthy" : "Degraded"}
        </a>
        <span>Version {value.version}</span>
      </div>
      <Capacity {...value.vectors} />
    </section>
  );
}

const WARN_SHARE = 0.8;

function Capacity({ used, cap }: Status["vectors"]) {
  const share = cap === 0 ? 1 : used / cap;
  return (
    <>
      <span>
        {count(used)} of {count(cap)} vectors
        {share >= WARN_SHARE && (
          <>
            {" "}
            · <a href={linkTo(["license"])}>{share >= 1 ? "Full: add a key" : "Add a key"}</a>
          </>
        )}
      </span>
      <Meter label="Vectors used" used={used} of={cap} />
    </>
  );
}

function Who() {
  const who = credential.value;
  if (who) {
    const role = who.kind === "admin" ? "Admin" : mayUse("write") ? "Access token" : "Read-only token";
    return (
      <Button icon="leave" class="quiet sidebar-who" onClick={() => signOut().catch(tellFailure)}>
        Sign out ({role})
      </Button>
    );
  }
  if (gate.value !== "open") return null;
  return (
    <span class="who" title="Authentication is off: anyone who can reach this address can do everything">
      <Icon name="unlock" />
      <span>No sign-in needed</span>
    </span>
  );
}
