// The state of the server: one word, figures, and its messages to the operator.
import type { ComponentChildren } from "preact";
import type { Status } from "../../api/status.ts";
import { bytes, count, duration, milliseconds, percent } from "../../kit/format.ts";
import { Meter } from "../../kit/meter.tsx";
import { Notice } from "../../kit/notice.tsx";
import { linkTo } from "../../shell/route.ts";

export function ServerHealth({ status }: { status: Status | undefined }) {
  if (!status) return null;
  const isWell = status.state === "ok";
  return (
    <div class="row small muted">
      <span class={isWell ? "badge good" : "badge danger"}>{isWell ? "Healthy" : "Degraded"}</span>
      <span>Version {status.version}</span>
      <span>up {duration(status.uptime_seconds)}</span>
    </div>
  );
}

/** Shows problems and warnings in the words of the server. */
export function ServerMessages({ status: { problems, warnings } }: { status: Status }) {
  if (problems.length + warnings.length === 0) return null;
  return (
    <div class="stack">
      {problems.map(({ message }) => (
        <Notice key={message} kind="danger">
          {sentence(message)}
        </Notice>
      ))}
      {warnings.map((warning) => (
        <Notice key={warning} kind="warning">
          {sentence(warning)}
        </Notice>
      ))}
    </div>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const WARN_SHARE = 0.8;
const UNKNOWN = "–";

export function Figures({ status }: { status: Status | undefined }) {
  return (
    <dl class="home-figures" aria-label="Figures">
      <Figure
        name="Vectors"
        value={status && count(status.vectors.used)}
        about={status && <OfCap {...status.vectors} />}
      >
        {status && <Meter label="Vectors used" used={status.vectors.used} of={status.vectors.cap} />}
      </Figure>
      <Figure
        name="Memory"
        value={status && bytes(status.memory.used_bytes)}
        about={status && aboutMemory(status.memory)}
      >
        {status && isLimited(status.memory) && (
          <Meter label="Memory used" used={status.memory.used_bytes} of={status.memory.limit_bytes} />
        )}
      </Figure>
      <Figure
        name="Log fsync, p50"
        value={status && (status.log.commits === 0 ? UNKNOWN : milliseconds(status.log.sync_ms.p50))}
        about={status && aboutSync(status.log)}
      />
      <Figure
        name="Authentication"
        value={status && (status.auth_enabled ? "On" : "Off")}
        about={
          status && (
            <a href={linkTo(["access"])}>{status.auth_enabled ? "Access tokens" : "Who can do what now"}</a>
          )
        }
      />
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly about: ComponentChildren;
  readonly children?: ComponentChildren;
}

function Figure({ name, value, about, children }: FigureProps) {
  return (
    <div class="card stat home-figure">
      <dt>{name}</dt>
      <dd>{value ?? "…"}</dd>
      <dd class="home-about small muted">
        {about ?? "\u00a0"}
        {children}
      </dd>
    </div>
  );
}

function OfCap({ used, cap }: Status["vectors"]) {
  const share = cap === 0 ? 1 : used / cap;
  return (
    <span>
      of {count(cap)}, {percent(share)}
      {share >= WARN_SHARE && (
        <>
          {" "}
          · <a href={linkTo(["license"])}>{share >= 1 ? "Full: add a key" : "Add a key"}</a>
        </>
      )}
    </span>
  );
}

/** Returns whether there is a memory limit. A server without one reports the largest safe integer. */
function isLimited({ limit_bytes }: Status["memory"]): boolean {
  return limit_bytes < Number.MAX_SAFE_INTEGER;
}

function aboutMemory(memory: Status["memory"]): string {
  const { used_bytes, limit_bytes } = memory;
  if (!isLimited(memory)) return "no limit";
  return `of ${bytes(limit_bytes)}, ${percent(limit_bytes === 0 ? 1 : used_bytes / limit_bytes)}`;
}

function aboutSync({ commits, sync_ms: { p99 } }: Status["log"]): string {
  return commits === 0 ? "nothing written since the start" : `p99 ${milliseconds(p99)}`;
}
