// The frame around every screen: navigation, the session, shortcuts, and whether the server is reachable.
import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { learnSession } from "../api/admin.ts";
import { reachable, returns, send } from "../api/request.ts";
import { gate, needsSignIn } from "../api/session.ts";
import { Notice } from "../kit/notice.tsx";
import { Skeleton } from "../kit/skeleton.tsx";
import { Toasts } from "../kit/toast.tsx";
import { NotLoaded, useLazy } from "./lazy.tsx";
import { handleShortcut, overlay } from "./overlay.ts";
import { linkTo, route } from "./route.ts";
import { screenAt } from "./screens.ts";
import { Sidebar } from "./sidebar.tsx";
import { SignIn } from "./sign-in.tsx";
import { tourStep } from "./tour.ts";

const RECONNECT_MS = 1_500;

export function Shell() {
  const screen = screenAt(route.value.parts);
  const { shown, error, isLoading } = useLazy(screen?.load);
  useReconnecting();
  const title = [...(screen?.title ?? []), "Azimuth"].filter(Boolean).join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
  // Before the first paint, so that no key is lost.
  useLayoutEffect(() => {
    addEventListener("keydown", handleShortcut);
    return () => removeEventListener("keydown", handleShortcut);
  }, []);
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <Sidebar current={screen?.path} />
      <main id="main" tabIndex={-1} class={screen?.isWide ? "wide" : undefined}>
        {screen && isLoading && !error && <div class="loading-bar" />}
        {tourStep.value !== null && !needsSignIn.value && <TourCard />}
        {!reachable.value && <Notice kind="warning">The server does not answer. Trying again …</Notice>}
        {needsSignIn.value ? (
          <SignIn />
        ) : screen === undefined ? (
          <Notice kind="warning">
            There is no screen of this name. <a href={linkTo([])}>Go home</a>
          </Notice>
        ) : error ? (
          <NotLoaded error={error} />
        ) : shown && gate.value !== "unknown" ? (
          <shown.Component />
        ) : (
          <Skeleton />
        )}
      </main>
      <Overlay />
      <Toasts />
    </div>
  );
}

const OVERLAYS: Readonly<Record<"palette" | "help", () => Promise<ComponentType<{ onClose(): void }>>>> = {
  palette: async () => (await import("./palette.tsx")).Palette,
  help: async () => (await import("./help.tsx")).Help,
};

/** The dialog of the shell that is open. */
function Overlay() {
  const open = overlay.value;
  const { shown, isLoading } = useLazy(open === null ? undefined : OVERLAYS[open]);
  if (open === null || isLoading || !shown) return null;
  return (
    <shown.Component
      onClose={() => {
        overlay.value = null;
      }}
    />
  );
}

const TOUR = async () => (await import("../screens/demo/tour.tsx")).Tour;

function TourCard() {
  const { shown } = useLazy(TOUR);
  return shown ? <shown.Component /> : null;
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
