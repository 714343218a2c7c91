// The frame around every screen: navigation, the session, and whether the server is reachable.
import { useEffect } from "preact/hooks";
import { learnSession, signOut } from "../api/admin.ts";
import { reachable, returns, send } from "../api/request.ts";
import { credential, gate, mayUse, needsSignIn } from "../api/session.ts";
import { Icon } from "../kit/icon.tsx";
import { Notice } from "../kit/notice.tsx";
import { Toasts, tellFailure } from "../kit/toast.tsx";
import { jobs } from "./jobs.ts";
import { NotLoaded, useLazy } from "./lazy.tsx";
import { linkTo, route } from "./route.ts";
import { SCREENS } from "./screens.ts";
import { SignIn } from "./sign-in.tsx";
import { nextTheme, theme } from "./theme.ts";

const RECONNECT_MS = 1_500;

export function Shell() {
  const path = route.value.parts[0] ?? "";
  const screen = SCREENS.find((candidate) => candidate.path === path);
  const { shown, error } = useLazy(screen?.load);
  useReconnecting();
  useEffect(() => {
    document.title = screen && screen.path !== "" ? `${screen.name} · Azimuth` : "Azimuth";
  }, [screen]);
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <Sidebar current={path} />
      <main id="main" tabIndex={-1}>
        {!reachable.value && <Notice kind="warning">The server does not answer. Trying again …</Notice>}
        {needsSignIn.value ? (
          <SignIn />
        ) : screen === undefined ? (
          <Notice kind="warning">
            There is no screen of this name. <a href={linkTo([])}>Go home</a>
          </Notice>
        ) : error ? (
          <NotLoaded error={error} />
        ) : (
          gate.value !== "unknown" && shown && <shown.Component />
        )}
      </main>
      <Toasts />
    </div>
  );
}

function Sidebar({ current }: { current: string }) {
  return (
    <header class="sidebar">
      <a class="brand" href={linkTo([])} aria-label="Azimuth, home">
        <img src="/assets/icon.svg" width="28" height="28" alt="" />
        <span>Azimuth</span>
      </a>
      <nav aria-label="Screens">
        {SCREENS.map(({ path, name, icon }) => (
          <a
            key={path}
            class="nav-link"
            href={linkTo(path === "" ? [] : [path])}
            aria-current={path === current ? "page" : undefined}
            title={name}
          >
            <Icon name={icon} />
            <span>{name}</span>
          </a>
        ))}
      </nav>
      <div class="sidebar-end">
        <Jobs />
        <Who />
        <button type="button" class="quiet" onClick={nextTheme} title={`Theme: ${theme.value}`}>
          <Icon name={theme.value === "dark" ? "moon" : theme.value === "light" ? "sun" : "contrast"} />
          <span class="sidebar-text">Theme: {theme.value}</span>
        </button>
      </div>
    </header>
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

function Who() {
  const who = credential.value;
  if (who === null) {
    return gate.value === "open" ? (
      <span class="who" title="Authentication is off: whoever reaches this address may do everything">
        <Icon name="unlock" />
        <span class="sidebar-text">No sign-in needed</span>
      </span>
    ) : null;
  }
  const name = who.kind === "admin" ? "Admin" : mayUse("write") ? "Access token" : "Read only";
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => signOut().catch(tellFailure)}
      title={`Signed in: ${name}. Sign out`}
    >
      <Icon name="leave" />
      <span class="sidebar-text">Sign out ({name})</span>
    </button>
  );
}

function useReconnecting(): void {
  const isLost = !reachable.value;
  const era = returns.value;
  useEffect(() => {
    if (era > 0) void learnSession();
  }, [era]);
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(() => send("GET", "/livez").catch(() => undefined), RECONNECT_MS);
    return () => clearInterval(timer);
  }, [isLost]);
}
