// Programs that check the files of src/deploy: those of the machine, or else those that a package registry has.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const HELM = "helm.sh/helm/v3/cmd/helm@v3.22.0";
/** Kept between runs, because compiling Helm takes minutes. */
const KEPT = join(tmpdir(), "azimuth-deploy-tools");

/** Returns how Helm is called: that of the machine, or one that Go makes. */
export function helm(): string {
  return onMachine("helm") ?? kept("helm", () => run("go", ["install", HELM], { GOBIN: KEPT }));
}

/** Returns how the tool of Prometheus is called: that of the machine, or the one of Debian's package. */
export function promtool(): string {
  return ofDebian("promtool", "prometheus", "usr/bin/promtool");
}

/** Returns how the proxy is called: that of the machine, or the one of Debian's package. */
export function proxy(name: "nginx" | "caddy"): string {
  return ofDebian(name, name, name === "nginx" ? "usr/sbin/nginx" : "usr/bin/caddy");
}

/** Nothing is installed: the package is fetched and unpacked in a folder. */
function ofDebian(command: string, name: string, path: string): string {
  const fetch = () => {
    run("apt-get", ["download", name]);
    const [file] = readdirSync(KEPT).filter((one) => one.startsWith(`${name}_`) && one.endsWith(".deb"));
    run("dpkg", ["--extract", file!, "."]);
  };
  return onMachine(command) ?? kept(path, fetch);
}

function onMachine(name: string): string | null {
  const folders = (process.env.PATH ?? "").split(":");
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

function kept(path: string, make: () => void): string {
  mkdirSync(KEPT, { recursive: true });
  const whole = join(KEPT, path);
  if (!existsSync(whole)) make();
  return whole;
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  execFileSync(command, args, { cwd: KEPT, stdio: "pipe", env: { ...process.env, ...env } });
}
